/** Verifies a store: reads every page that its tree reaches and says what is wrong. */
package klomp.inspect;
