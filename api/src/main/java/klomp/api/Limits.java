package klomp.api;

/** The sizes that every store accepts, and the checks that hold them at the edge. */
public final class Limits {

  /** The longest key in bytes. */
  public static final int MAX_KEY_BYTES = 2048;

  /** The largest value in bytes: 64 MiB. */
  public static final int MAX_VALUE_BYTES = 64 << 20;

  private Limits() {}

  /**
   * Checks a key.
   *
   * @throws InvalidRequestException if it is null or empty
   * @throws TooLargeException if it is longer than {@link #MAX_KEY_BYTES}
   */
  public static byte[] checkKey(byte[] key) {
    if (key == null || key.length == 0) {
      throw new InvalidRequestException("a key has at least one byte; the empty key is refused");
    }
    if (key.length > MAX_KEY_BYTES) {
      throw new TooLargeException(
          "a key has at most " + MAX_KEY_BYTES + " bytes; this one has " + key.length);
    }
    return key;
  }

  /**
   * Checks a value.
   *
   * @throws InvalidRequestException if it is null
   * @throws TooLargeException if it is longer than {@link #MAX_VALUE_BYTES}
   */
  public static byte[] checkValue(byte[] value) {
    if (value == null) {
      throw new InvalidRequestException("a value is a byte string, not null; use delete to remove");
    }
    if (value.length > MAX_VALUE_BYTES) {
      throw new TooLargeException(
          "a value has at most " + MAX_VALUE_BYTES + " bytes; this one has " + value.length);
    }
    return value;
  }
}
