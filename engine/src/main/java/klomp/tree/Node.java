package klomp.tree;

import static klomp.page.PagePool.GAP_END;
import static klomp.page.PagePool.GAP_START;
import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What leaves and inner pages have in common: slots, fences, search. Static functions over the
 * bytes of a page. Reading is allowed to whoever validates afterwards (a torn page gives any number
 * or an {@link IndexOutOfBoundsException}, but never an endless loop); changing needs the latch.
 */
final class Node {

  private Node() {}

  static int u16(ByteBuffer page, int at) {
    return page.getShort(at) & 0xFFFF;
  }

  static int kind(ByteBuffer page) {
    return page.get(KIND);
  }

  static int level(ByteBuffer page) {
    return page.get(LEVEL) & 0xFF;
  }

  static int count(ByteBuffer page) {
    return u16(page, COUNT);
  }

  static int prefix(ByteBuffer page) {
    return u16(page, PREFIX);
  }

  static int slot(int index) {
    return SLOTS + SLOT_BYTES * index;
  }

  /** Where the record of a slot begins. */
  static int record(ByteBuffer page, int index) {
    return u16(page, slot(index) + SLOT_OFFSET);
  }

  static int suffixLength(ByteBuffer page, int index) {
    return u16(page, slot(index) + SLOT_LENGTH);
  }

  static long stamp(ByteBuffer page, int index) {
    return page.getLong(record(page, index) + RECORD_STAMP);
  }

  /** Bytes that the fixed part of a record takes, before the suffix. */
  static int recordHeader(ByteBuffer page) {
    return kind(page) == KIND_LEAF ? LEAF_RECORD : INNER_RECORD;
  }

  /** Bytes between the slots and the heap. */
  static int gap(ByteBuffer page) {
    return u16(page, GAP_END) - u16(page, GAP_START);
  }

  /** Bytes that would be free after {@link NodeBuilder compaction}. */
  static int free(ByteBuffer page) {
    return gap(page) + u16(page, GARBAGE);
  }

  /** Bytes that slots, records and fences use. */
  static int used(ByteBuffer page) {
    return CONTENT_BYTES - free(page);
  }

  /**
   * The first slot that is not before {@code (key, stamp)}; with {@code passEqual}, the first one
   * behind it. The key must lie between the fences.
   */
  static int search(ByteBuffer page, byte[] key, long stamp, int recordHeader, boolean passEqual) {
    int prefix = prefix(page);
    int head = Keys.head(key, prefix) ^ Integer.MIN_VALUE;
    int low = 0;
    int high = count(page);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int at = slot(middle);
      int slotHead = page.getInt(at) ^ Integer.MIN_VALUE;
      boolean right;
      if (slotHead != head) {
        right = slotHead < head;
      } else {
        int record = u16(page, at + SLOT_OFFSET);
        int order =
            Keys.compare(page, record + recordHeader, u16(page, at + SLOT_LENGTH), key, prefix);
        if (order == 0) {
          order = Long.compareUnsigned(stamp, page.getLong(record + RECORD_STAMP));
        }
        right = order < 0 || (order == 0 && passEqual);
      }
      if (right) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether slot {@code index} has exactly this key, which lies between the fences. */
  static boolean hasKey(ByteBuffer page, int index, byte[] key, int recordHeader) {
    int prefix = prefix(page);
    int length = suffixLength(page, index);
    return length == key.length - prefix
        && Keys.compare(page, record(page, index) + recordHeader, length, key, prefix) == 0;
  }

  /** Whether two slots have the same key. */
  static boolean sameKey(ByteBuffer page, int one, int other, int recordHeader) {
    int length = suffixLength(page, one);
    return length == suffixLength(page, other)
        && page.getInt(slot(one)) == page.getInt(slot(other))
        && Keys.same(
            page, record(page, one) + recordHeader, record(page, other) + recordHeader, length);
  }

  /** A copy of the whole key of a slot. */
  static byte[] key(ByteBuffer page, int index) {
    int prefix = prefix(page);
    int length = suffixLength(page, index);
    byte[] key = new byte[prefix + length];
    Keys.copy(page, u16(page, LOWER_OFFSET), key, 0, prefix);
    Keys.copy(page, record(page, index) + recordHeader(page), key, prefix, length);
    return key;
  }

  static Position position(ByteBuffer page, int index) {
    return new Position(key(page, index), stamp(page, index));
  }

  /** The lower fence: every entry is at it or behind it. */
  static Position lower(ByteBuffer page) {
    byte[] key = new byte[u16(page, LOWER_LENGTH)];
    page.get(u16(page, LOWER_OFFSET), key);
    return new Position(key, page.getLong(LOWER_STAMP));
  }

  /** The upper fence: every entry is before it; null if there is none. */
  static Position upper(ByteBuffer page) {
    int length = u16(page, UPPER_LENGTH);
    if (length == NO_UPPER) {
      return null;
    }
    byte[] key = new byte[length];
    page.get(u16(page, UPPER_OFFSET), key);
    return new Position(key, page.getLong(UPPER_STAMP));
  }

  /** Whether entries of {@code key} may be on the next page too. */
  static boolean continuesBehind(ByteBuffer page, byte[] key) {
    return u16(page, UPPER_LENGTH) == key.length
        && page.getLong(UPPER_STAMP) != Position.NEWEST
        && Keys.compare(page, u16(page, UPPER_OFFSET), key.length, key, 0) == 0;
  }

  /** Whether entries of {@code key} may be on the page before too. */
  static boolean continuesBefore(ByteBuffer page, byte[] key) {
    return u16(page, LOWER_LENGTH) == key.length
        && page.getLong(LOWER_STAMP) != Position.NEWEST
        && Keys.compare(page, u16(page, LOWER_OFFSET), key.length, key, 0) == 0;
  }

  /**
   * Makes room for a record of {@code bytes} and a slot for it at {@code index}; the gap must have
   * room for both.
   *
   * @return where the record begins; the caller fills it and then calls {@link #setSlot}
   */
  static int open(ByteBuffer page, int index, int bytes) {
    int count = count(page);
    int end = slot(count);
    int record = u16(page, GAP_END) - bytes;
    assert record >= end + SLOT_BYTES : "no room for " + bytes + " bytes";
    int from = slot(index);
    if (from < end) {
      page.put(from + SLOT_BYTES, page, from, end - from);
    }
    page.putShort(COUNT, (short) (count + 1));
    page.putShort(GAP_START, (short) (end + SLOT_BYTES));
    page.putShort(GAP_END, (short) record);
    return record;
  }

  static void setSlot(ByteBuffer page, int index, int head, int record, int suffixLength) {
    int at = slot(index);
    page.putInt(at, head);
    page.putShort(at + SLOT_OFFSET, (short) record);
    page.putShort(at + SLOT_LENGTH, (short) suffixLength);
  }

  /** Takes a slot out; its record of {@code bytes} becomes garbage. */
  static void remove(ByteBuffer page, int index, int bytes) {
    int count = count(page);
    int from = slot(index + 1);
    int end = slot(count);
    if (from < end) {
      page.put(from - SLOT_BYTES, page, from, end - from);
    }
    page.putShort(COUNT, (short) (count - 1));
    page.putShort(GAP_START, (short) (end - SLOT_BYTES));
    page.putShort(GARBAGE, (short) (u16(page, GARBAGE) + bytes));
  }

  /** Whether {@code key} begins with the prefix of the page; for assertions. */
  static boolean belongs(ByteBuffer page, byte[] key) {
    byte[] prefix = new byte[prefix(page)];
    page.get(u16(page, LOWER_OFFSET), prefix);
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }
}
