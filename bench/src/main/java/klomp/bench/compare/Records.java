package klomp.bench.compare;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Keys and values. Record n has the key {@code user} and twelve digits, the place of n: places are
 * n times a constant, modulo 10^12, so that later records lie anywhere between the earlier ones. A
 * value begins with a counter of eight bytes; the rest is random.
 *
 * @param count how many there are at first
 * @param valueBytes the size of each value, at least that of the counter
 */
record Records(long count, int valueBytes) {

  static final int KEY_BYTES = 16;
  static final int COUNTER_BYTES = Long.BYTES;

  private static final byte[] PREFIX = "user".getBytes(StandardCharsets.US_ASCII);
  private static final long PLACES = 1_000_000_000_000L;

  /** A power of three, so it has no divisor in common with the number of places. */
  private static final long FACTOR = 387_420_489;

  private static final VarHandle COUNTER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Random bytes that values are cut from: a copy costs less than making them. */
  private static final byte[] POOL = new byte[1 << 20];

  static {
    new SplittableRandom(1).nextBytes(POOL);
  }

  /** Two digits for each number below a hundred. */
  private static final byte[] PAIRS = new byte[200];

  static {
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  /** A fresh array. */
  static byte[] key(long record) {
    return keyAt(record * FACTOR % PLACES);
  }

  static byte[] keyAt(long place) {
    byte[] key = new byte[KEY_BYTES];
    System.arraycopy(PREFIX, 0, key, 0, PREFIX.length);
    // Two halves of six digits: int divisions are cheaper than long ones.
    digits(key, 4, (int) (place / 1_000_000));
    digits(key, 10, (int) (place % 1_000_000));
    return key;
  }

  private static void digits(byte[] key, int at, int number) {
    pair(key, at, number / 10_000);
    pair(key, at + 2, number / 100 % 100);
    pair(key, at + 4, number % 100);
  }

  private static void pair(byte[] key, int at, int number) {
    key[at] = PAIRS[2 * number];
    key[at + 1] = PAIRS[2 * number + 1];
  }

  /** The places of the first records, in the order of their keys. */
  long[] sortedPlaces() {
    long[] places = new long[Math.toIntExact(count)];
    for (int i = 0; i < places.length; i++) {
      places[i] = i * FACTOR % PLACES;
    }
    Arrays.sort(places);
    return places;
  }

  /** A fresh array with new bytes. */
  byte[] value(long counter, SplittableRandom random) {
    byte[] value = new byte[valueBytes];
    int from = random.nextInt(POOL.length - valueBytes);
    System.arraycopy(POOL, from, value, 0, valueBytes);
    COUNTER.set(value, 0, counter);
    return value;
  }

  static long counter(byte[] value) {
    return (long) COUNTER.get(value, 0);
  }
}
