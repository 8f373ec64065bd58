package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;

/**
 * The records of an inner page: separators, each with the child right of it. Child 0 is left of the
 * first separator; child {@code i} is between separators {@code i - 1} and {@code i}. Same rules of
 * use as {@link Node}.
 */
final class Inner {

  /** The most that one separator may take, its slot included. */
  static final int MAX_ENTRY = SLOT_BYTES + INNER_RECORD + klomp.api.Limits.MAX_KEY_BYTES;

  private Inner() {}

  /**
   * Which child leads to a position: the one that has it, or with {@code below} the one that has
   * what comes right before it. A null key with {@code below} is behind everything.
   */
  static int childIndex(ByteBuffer page, byte[] key, long stamp, boolean below) {
    if (key == null) {
      return Node.count(page);
    }
    return Node.search(page, key, stamp, INNER_RECORD, !below);
  }

  static long child(ByteBuffer page, int index) {
    return index == 0
        ? page.getLong(FIRST_CHILD)
        : page.getLong(Node.record(page, index - 1) + INNER_CHILD);
  }

  /** Bytes that a new separator takes on this page, its slot included. */
  static int entryBytes(ByteBuffer page, Position separator) {
    return SLOT_BYTES + INNER_RECORD + separator.key().length - Node.prefix(page);
  }

  /** Adds a separator and the child right of it, for which the gap has room. */
  static void insert(ByteBuffer page, int index, Position separator, long right) {
    assert Node.belongs(page, separator.key());
    int prefix = Node.prefix(page);
    int suffix = separator.key().length - prefix;
    int record = Node.open(page, index, INNER_RECORD + suffix);
    page.putLong(record + RECORD_STAMP, separator.stamp());
    page.putLong(record + INNER_CHILD, right);
    page.put(record + INNER_RECORD, separator.key(), prefix, suffix);
    Node.setSlot(page, index, Keys.head(separator.key(), prefix), record, suffix);
  }

  /** Takes separator {@code index} out, and with it child {@code index + 1}. */
  static void remove(ByteBuffer page, int index) {
    Node.remove(page, index, INNER_RECORD + Node.suffixLength(page, index));
  }
}
