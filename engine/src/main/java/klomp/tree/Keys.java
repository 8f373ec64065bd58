package klomp.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Comparison of keys as unsigned bytes, eight at a time; pages are little-endian buffers. */
final class Keys {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** Up to here bytes are copied word by word. */
  private static final int SHORT = 48;

  private Keys() {}

  /** The four bytes of {@code key} from {@code from} on, padded with zeros, ordered as unsigned. */
  static int head(byte[] key, int from) {
    if (key.length - from >= 4) {
      return (int) INT.get(key, from);
    }
    int head = 0;
    for (int i = 0; i < 4; i++) {
      head = head << 8 | (from + i < key.length ? key[from + i] & 0xFF : 0);
    }
    return head;
  }

  /** As {@link #head(byte[], int)} of {@code length} bytes of a page at {@code at}. */
  static int head(ByteBuffer page, int at, int length) {
    int head = 0;
    for (int i = 0; i < 4; i++) {
      head = head << 8 | (i < length ? page.get(at + i) & 0xFF : 0);
    }
    return head;
  }

  /** Orders {@code length} bytes of a page at {@code at} against {@code key} from {@code from}. */
  static int compare(ByteBuffer page, int at, int length, byte[] key, int from) {
    int rest = key.length - from;
    int shared = Math.min(length, rest);
    int i = 0;
    for (; i + 8 <= shared; i += 8) {
      long a = Long.reverseBytes(page.getLong(at + i));
      long b = (long) LONG.get(key, from + i);
      if (a != b) {
        return Long.compareUnsigned(a, b);
      }
    }
    if (i + 4 <= shared) {
      int a = Integer.reverseBytes(page.getInt(at + i));
      int b = (int) INT.get(key, from + i);
      if (a != b) {
        return Integer.compareUnsigned(a, b);
      }
      i += 4;
    }
    for (; i < shared; i++) {
      int a = page.get(at + i) & 0xFF;
      int b = key[from + i] & 0xFF;
      if (a != b) {
        return a - b;
      }
    }
    return length - rest;
  }

  /** Whether two ranges of {@code length} bytes of a page are the same. */
  static boolean same(ByteBuffer page, int one, int other, int length) {
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      if (page.getLong(one + i) != page.getLong(other + i)) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (page.get(one + i) != page.get(other + i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Copies {@code length} bytes of a page at {@code from} to {@code key} at {@code to}. Keys are
   * short: for them this is faster than a bulk transfer.
   */
  static void copy(ByteBuffer page, int from, byte[] key, int to, int length) {
    if (length > SHORT) {
      page.get(from, key, to, length);
      return;
    }
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      LONG.set(key, to + i, Long.reverseBytes(page.getLong(from + i)));
    }
    if (i + 4 <= length) {
      INT.set(key, to + i, Integer.reverseBytes(page.getInt(from + i)));
      i += 4;
    }
    for (; i < length; i++) {
      key[to + i] = page.get(from + i);
    }
  }
}
