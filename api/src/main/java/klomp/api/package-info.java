/**
 * What a user of Klomp holds: {@link klomp.api.Store}, {@link klomp.api.Transaction}, {@link
 * klomp.api.Cursor}, options and exceptions. The embedded engine and the network client implement
 * the same interfaces, so a program, a test or a benchmark does not care which of the two it has.
 */
package klomp.api;
