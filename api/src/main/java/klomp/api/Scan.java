package klomp.api;

import java.util.Arrays;

/**
 * Which entries a cursor visits, and how. Immutable; the arrays are copied on the way in and must
 * not be changed on the way out.
 *
 * @param from the lowest key, or null for no bound; inclusive
 * @param to the key below which all visited keys are, or null for no bound; exclusive
 * @param direction from the low end or from the high end
 * @param limit the most entries to visit, 1 or more
 * @param keysOnly whether values are left out
 */
public record Scan(byte[] from, byte[] to, Direction direction, long limit, boolean keysOnly) {

  /** The order of a walk. */
  public enum Direction {
    FORWARD,
    REVERSE
  }

  public Scan {
    if (limit < 1) {
      throw new InvalidRequestException("the limit of a scan is 1 or more, not " + limit);
    }
    from = from == null ? null : from.clone();
    to = to == null ? null : to.clone();
  }

  /** Everything, forward. */
  public static Scan all() {
    return new Scan(null, null, Direction.FORWARD, Long.MAX_VALUE, false);
  }

  /** Keys from {@code from} (inclusive) to {@code to} (exclusive); null for no bound. */
  public static Scan range(byte[] from, byte[] to) {
    return new Scan(from, to, Direction.FORWARD, Long.MAX_VALUE, false);
  }

  /** Keys that begin with {@code prefix}. */
  public static Scan prefix(byte[] prefix) {
    return range(prefix, successor(prefix));
  }

  public Scan reverse() {
    return new Scan(from, to, Direction.REVERSE, limit, keysOnly);
  }

  public Scan withLimit(long newLimit) {
    return new Scan(from, to, direction, newLimit, keysOnly);
  }

  public Scan withKeysOnly() {
    return new Scan(from, to, direction, limit, true);
  }

  public boolean isReverse() {
    return direction == Direction.REVERSE;
  }

  /** The lowest key above all keys with {@code prefix}, or null if there is none. */
  private static byte[] successor(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(prefix, length);
    next[length - 1]++;
    return next;
  }
}
