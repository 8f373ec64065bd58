/**
 * Byte strings on and off the heap: page-sized pieces of off-heap memory, comparison of keys,
 * checksums, and the encoding of records. Home of Chronicle Bytes.
 */
package klomp.bytes;
