package klomp.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter for what happens so often that an atomic addition would be felt: about a nanosecond.
 * Each thread adds to the stripe of its number with a plain read and write, so two threads meet
 * only if their numbers are equal modulo {@value #STRIPES} and both count at the same instant. The
 * worst outcome of that race is that counts are lost; nothing may depend on the exact value.
 *
 * <p>Safe for use by any number of threads. Memory: {@value #BYTES} bytes.
 */
public final class StripedCounter {

  private static final int STRIPES = 256;

  /** A stripe has two cache lines, as processors fetch them in pairs. */
  private static final int STRIDE = 16;

  static final int BYTES = STRIPES * STRIDE * Long.BYTES;

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[STRIPES * STRIDE];

  /**
   * Adds one.
   *
   * @return the new value of the stripe, to take a sample of what is counted by
   */
  @SuppressWarnings("deprecation") // threadId() is newer than Java 17.
  public long increment() {
    int stripe = ((int) Thread.currentThread().getId() & STRIPES - 1) * STRIDE;
    long count = (long) COUNT.getOpaque(counts, stripe) + 1;
    COUNT.setOpaque(counts, stripe, count);
    return count;
  }

  /** The sum now. A lost count may make it smaller than it was, by as much. */
  public long sum() {
    long sum = 0;
    for (int stripe = 0; stripe < counts.length; stripe += STRIDE) {
      sum += (long) COUNT.getOpaque(counts, stripe);
    }
    return sum;
  }
}
