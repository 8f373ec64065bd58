/**
 * The write-ahead log: record layout, the ring that records go through, segments, group sync, and
 * the reader. Home of the Disruptor. The format and the protocol are described in {@code
 * docs/WAL.md}.
 */
package klomp.wal;
