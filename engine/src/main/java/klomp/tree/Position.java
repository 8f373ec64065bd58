package klomp.tree;

import java.util.Arrays;

/**
 * A place in the order of versions: by key as unsigned bytes, then by stamp, newest (greatest
 * unsigned) first. {@code (key, NEWEST)} is before every version of the key.
 */
@SuppressWarnings("ArrayRecordComponent")
record Position(byte[] key, long stamp) {

  /** The greatest stamp, which no version has. */
  static final long NEWEST = -1L;

  /** Before everything. */
  static final Position FIRST = new Position(new byte[0], NEWEST);

  /** The place before all versions of {@code key}. */
  static Position before(byte[] key) {
    return new Position(key, NEWEST);
  }

  /** The place behind all versions of {@code key}, before those of any greater key. */
  static Position behind(byte[] key) {
    return new Position(Arrays.copyOf(key, key.length + 1), NEWEST);
  }

  int compareTo(byte[] otherKey, long otherStamp) {
    int order = Arrays.compareUnsigned(key, otherKey);
    return order != 0 ? order : Long.compareUnsigned(otherStamp, stamp);
  }

  int compareTo(Position other) {
    return compareTo(other.key, other.stamp);
  }

  /** The shortest separator: greater than {@code left}, at most {@code right}. */
  static Position between(Position left, Position right) {
    int common = Arrays.mismatch(left.key, right.key);
    if (common < 0) {
      return right;
    }
    return before(Arrays.copyOf(right.key, common + 1));
  }
}
