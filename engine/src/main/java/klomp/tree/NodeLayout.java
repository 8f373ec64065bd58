package klomp.tree;

import static klomp.page.PagePool.PAGE_BYTES;

/**
 * Where things are on a node (a leaf or an inner page) of the tree. All numbers are little-endian.
 *
 * <pre>
 *    0  the pool's header; of it, 4: u16 gap start = end of the slots, 6: u16 gap end = heap start
 *   24  u8   kind: 1 leaf, 2 inner, 3 overflow
 *   25  u8   level: 0 leaf, its parent 1, ...
 *   26  u16  count of slots
 *   28  u16  prefix length: the bytes that both fence keys, hence all keys, begin with
 *   30  u16  garbage: bytes of the heap that no record uses any more
 *   32  u16  lower fence key: offset     34  u16  its length
 *   36  u16  upper fence key: offset     38  u16  its length; 0xFFFF: there is no upper fence
 *   40  u64  lower fence stamp
 *   48  u64  upper fence stamp
 *   56  leaf:  u16 slot of the latest insert; i16 run: how many in a row went upward (or, negative,
 *              downward) from there; 60: u16 superseded: versions that are a tombstone or have a
 *              newer one of their key on the page; u16 0
 *       inner: u64 page of the first child
 *   64  slots of 8 bytes, in order: u32 head of the suffix, u16 record offset, u16 suffix length
 *       ... gap ...
 *       heap of records and fence keys, growing downward from the end of the page
 *
 *  leaf record     0 u64 stamp   8 u64 xid   16 u32 info   20 suffix of the key, then the value:
 *                  inline bytes, or u64 first overflow page, or nothing for a tombstone
 *       info       bits 0-26 length of the value, 27 overflow, 28 tombstone, 29 committed, 30 aborted
 *  inner record    0 u64 stamp   8 u64 child right of this separator   16 suffix of the key
 * </pre>
 *
 * A key is the prefix (the first bytes of the lower fence key) and the suffix of its slot. The head
 * is the first four bytes of the suffix, big-endian, padded with zeros: most steps of a binary
 * search compare heads only.
 */
final class NodeLayout {

  static final int KIND = 24;
  static final int LEVEL = 25;
  static final int COUNT = 26;
  static final int PREFIX = 28;
  static final int GARBAGE = 30;
  static final int LOWER_OFFSET = 32;
  static final int LOWER_LENGTH = 34;
  static final int UPPER_OFFSET = 36;
  static final int UPPER_LENGTH = 38;
  static final int LOWER_STAMP = 40;
  static final int UPPER_STAMP = 48;
  static final int LAST_SLOT = 56;
  static final int RUN = 58;
  static final int SUPERSEDED = 60;
  static final int FIRST_CHILD = 56;
  static final int SLOTS = 64;

  static final int SLOT_BYTES = 8;
  static final int SLOT_OFFSET = 4;
  static final int SLOT_LENGTH = 6;

  static final int KIND_LEAF = 1;
  static final int KIND_INNER = 2;
  static final int KIND_OVERFLOW = 3;

  static final int NO_UPPER = 0xFFFF;

  static final int RECORD_STAMP = 0;
  static final int LEAF_XID = 8;
  static final int LEAF_INFO = 16;

  /** The byte of the info word that has the flags (and the three highest bits of the length). */
  static final int LEAF_FLAGS = 19;

  static final int LEAF_RECORD = 20;
  static final int INNER_CHILD = 8;
  static final int INNER_RECORD = 16;

  static final int INFO_LENGTH_MASK = (1 << 27) - 1;
  static final int INFO_OVERFLOW = 1 << 27;
  static final int INFO_TOMBSTONE = 1 << 28;
  static final int INFO_HINT_SHIFT = 29;

  /** What a leaf keeps of an overflow value. */
  static final int OVERFLOW_REFERENCE = 8;

  /** What slots and heap share. */
  static final int CONTENT_BYTES = PAGE_BYTES - SLOTS;

  /**
   * The most that one version may take in a leaf, slot included: four of them fit beside two fence
   * keys of full length, so that a split always helps.
   */
  static final int MAX_LEAF_ENTRY = 3000;

  private NodeLayout() {}
}
