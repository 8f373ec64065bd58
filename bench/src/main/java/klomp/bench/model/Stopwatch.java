package klomp.bench.model;

import java.util.Arrays;

/**
 * How long an operation takes on this thread: many short slices after a warm-up, of which the
 * middle one counts, since it is the rate of an ordinary while that is to be predicted.
 */
final class Stopwatch {

  private static final long WARM_NANOS = 100_000_000;
  private static final long SLICE_NANOS = 2_000_000;
  private static final int SLICES = 50;

  /** Does something that many times. */
  @FunctionalInterface
  interface Work {
    void run(int times);
  }

  private Stopwatch() {}

  /** Nanoseconds of one time. */
  static double nanos(Work work) {
    int times = 1;
    long took = 0;
    for (long end = System.nanoTime() + WARM_NANOS; System.nanoTime() < end; ) {
      took = once(work, times);
      if (took < SLICE_NANOS / 2) {
        times *= 2;
      }
    }
    double[] slices = new double[SLICES];
    for (int i = 0; i < SLICES; i++) {
      slices[i] = (double) once(work, times) / times;
    }
    return middle(slices);
  }

  /** What is ordinary. */
  static double middle(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /**
   * What happens undisturbed, as whatever disturbs only makes it longer. A tenth of the values are
   * below: the lowest one alone may be a slip of the clock.
   */
  static double low(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 10];
  }

  private static long once(Work work, int times) {
    long begin = System.nanoTime();
    work.run(times);
    return System.nanoTime() - begin;
  }
}
