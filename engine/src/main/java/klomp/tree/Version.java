package klomp.tree;

import static klomp.tree.NodeLayout.*;

/**
 * A version on its way into a leaf.
 *
 * @param value the bytes that go into the leaf; null for a tombstone or an overflow value
 * @param firstOverflow the first overflow page, if the info says so
 */
@SuppressWarnings("ArrayRecordComponent")
record Version(long stamp, long xid, int info, byte[] value, long firstOverflow) {

  static Version tombstone(long stamp, long xid) {
    return new Version(stamp, xid, INFO_TOMBSTONE, null, 0);
  }

  static Version inline(long stamp, long xid, byte[] value) {
    return new Version(stamp, xid, value.length, value, 0);
  }

  static Version overflow(long stamp, long xid, int length, long first) {
    return new Version(stamp, xid, length | INFO_OVERFLOW, null, first);
  }
}
