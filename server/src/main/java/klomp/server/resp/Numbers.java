package klomp.server.resp;

import java.nio.charset.StandardCharsets;
import klomp.api.InvalidRequestException;

/** Signed 64-bit numbers as decimal text, the way that Redis reads and writes them. */
public final class Numbers {

  private static final int MAX_DIGITS = 20;

  private Numbers() {}

  /**
   * The number that {@code text} says: an optional minus and digits without leading zeros.
   *
   * @throws InvalidRequestException if it is anything else or does not fit into 64 bits
   */
  public static long parse(byte[] text) {
    if (text.length == 0 || text.length > MAX_DIGITS) {
      throw notANumber();
    }
    int first = text[0] == '-' ? 1 : 0;
    boolean zero = text.length == 1 && text[0] == '0';
    if (!zero && (first == text.length || text[first] < '1' || text[first] > '9')) {
      throw notANumber();
    }
    long negated = 0; // negative numbers reach one further
    for (int i = first; i < text.length; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9 || negated < (Long.MIN_VALUE + digit) / 10) {
        throw notANumber();
      }
      negated = negated * 10 - digit;
    }
    if (first == 0 && negated == Long.MIN_VALUE) {
      throw notANumber();
    }
    return first == 1 ? negated : -negated;
  }

  public static byte[] format(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }

  private static InvalidRequestException notANumber() {
    return new InvalidRequestException("value is not an integer or out of range");
  }
}
