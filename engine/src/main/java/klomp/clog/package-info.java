/**
 * The commit log: two bits of fate for every transaction, on pages in segment files. Here are the
 * arithmetic of pages and words, the slots of the buffer pool with their eviction and I/O, the
 * segments, the order in which a tree of subtransactions is set, and the interface of a strategy.
 * The protocol and the file format are described in docs/CLOG.md.
 */
package klomp.clog;
