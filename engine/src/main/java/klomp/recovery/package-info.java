/** Rebuilds what the log has beyond the last checkpoint. */
package klomp.recovery;
