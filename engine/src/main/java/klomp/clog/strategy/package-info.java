/**
 * The ways in which threads may share the pages of the commit log: one final class each behind
 * {@link klomp.clog.StatusStrategy}, and {@link klomp.clog.strategy.CommitLogs} that opens a log
 * under one. The files are the same under all of them.
 */
package klomp.clog.strategy;
