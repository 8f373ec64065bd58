package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;

/**
 * Where a full node is cut in two. Of a leaf the slots before {@code at} stay left and the others
 * go right; of an inner page the separator {@code at} moves up.
 *
 * @param separator what divides the two in the parent: the lower fence of the right one
 */
record Cut(int at, Position separator) {

  /** So many inserts in a row count as a direction. */
  private static final int RUN = 8;

  /**
   * A cut between two keys is looked for this near to the middle: the window is 1/4 of the slots.
   */
  private static final int WINDOW_SHIFT = 3;

  /**
   * Cuts a leaf for a version that is to go to {@code coming}. If inserts go upward, or this is the
   * end of the tree, the cut is right before the coming version, so that the left leaf stays full;
   * if they go downward, right behind it. Else the middle by bytes, between two keys if that is
   * near.
   */
  static Cut leaf(ByteBuffer page, Position coming) {
    int count = Node.count(page);
    int index = Leaf.search(page, coming.key(), coming.stamp());
    int run = Leaf.run(page, index);
    boolean atEnd = index == count && Node.u16(page, UPPER_LENGTH) == NO_UPPER;
    if (index > 0 && (run >= RUN || atEnd)) {
      return upward(page, index, coming);
    }
    if (index < count && run <= -RUN) {
      return downward(page, index, coming);
    }
    int middle = keyBorder(page, middle(page, count), count);
    return new Cut(
        middle, Position.between(Node.position(page, middle - 1), Node.position(page, middle)));
  }

  /** Right before the coming version, or earlier if the left leaf has no room for its new fence. */
  private static Cut upward(ByteBuffer page, int index, Position coming) {
    int bytes = Node.used(page);
    for (int i = index; i < Node.count(page); i++) {
      bytes -= slotBytes(page, i, true);
    }
    int at = index;
    Position separator = Position.between(Node.position(page, at - 1), coming);
    while (at > 1 && bytes + separator.key().length > CONTENT_BYTES) {
      at--;
      bytes -= slotBytes(page, at, true);
      separator = Position.between(Node.position(page, at - 1), Node.position(page, at));
    }
    return new Cut(at, separator);
  }

  /** Right behind the coming version, or later if the right leaf has no room for its new fence. */
  private static Cut downward(ByteBuffer page, int index, Position coming) {
    int bytes = Node.used(page);
    for (int i = 0; i < index; i++) {
      bytes -= slotBytes(page, i, true);
    }
    int at = index;
    Position separator = Position.between(coming, Node.position(page, at));
    while (at < Node.count(page) - 1 && bytes + separator.key().length > CONTENT_BYTES) {
      bytes -= slotBytes(page, at, true);
      at++;
      separator = Position.between(Node.position(page, at - 1), Node.position(page, at));
    }
    return new Cut(at, separator);
  }

  /** Cuts an inner page; at the end of the tree so that the left one stays nearly full. */
  static Cut inner(ByteBuffer page, Position coming) {
    int count = Node.count(page);
    int index = Inner.childIndex(page, coming.key(), coming.stamp(), false);
    boolean atEnd = index == count && Node.u16(page, UPPER_LENGTH) == NO_UPPER;
    int at = atEnd ? count - 2 : middle(page, count);
    return new Cut(at, Node.position(page, at));
  }

  private static int middle(ByteBuffer page, int count) {
    boolean leaf = Node.kind(page) == KIND_LEAF;
    int total = 0;
    for (int i = 0; i < count; i++) {
      total += slotBytes(page, i, leaf);
    }
    int left = 0;
    int at = 0;
    while (at < count - 1 && left < total / 2) {
      left += slotBytes(page, at++, leaf);
    }
    // The slot that crosses the middle goes to the smaller side.
    if (at > 1 && left - total / 2 > slotBytes(page, at - 1, leaf) / 2) {
      at--;
    }
    return Math.max(1, at);
  }

  private static int slotBytes(ByteBuffer page, int index, boolean leaf) {
    return SLOT_BYTES
        + (leaf ? Leaf.recordBytes(page, index) : INNER_RECORD + Node.suffixLength(page, index));
  }

  private static int keyBorder(ByteBuffer page, int middle, int count) {
    for (int away = 0; away <= count >> WINDOW_SHIFT; away++) {
      if (middle - away >= 1 && !Leaf.sameKey(page, middle - away - 1, middle - away)) {
        return middle - away;
      }
      if (middle + away < count && !Leaf.sameKey(page, middle + away - 1, middle + away)) {
        return middle + away;
      }
    }
    return middle;
  }
}
