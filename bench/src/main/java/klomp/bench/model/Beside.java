package klomp.bench.model;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import klomp.bench.measure.Crew;

/**
 * How long an operation takes while another thread does the same on another core. Counts only
 * batches in which the other one got on, too: at first both may well be on one core.
 */
final class Beside {

  private static final int ENOUGH = 3_000;
  private static final long MOST_NANOS = 3_000_000_000L;

  /** A longer batch was interrupted. */
  private static final long LONGEST_BATCH_NANOS = 1_000_000;

  /** Of progress, so that the two are on lines of their own. */
  private static final int STRIDE = 32;

  /** Something that a thread does many times. */
  @FunctionalInterface
  interface Work {
    void run(int self, int times);
  }

  private Beside() {}

  /**
   * @return nanoseconds of one time, or {@code otherwise} if the two never ran beside each other
   */
  static double nanos(Work work, int times, double otherwise) throws InterruptedException {
    double[][] seen = new double[2][ENOUGH];
    int[] counts = new int[2];
    AtomicLongArray progress = new AtomicLongArray(3 * STRIDE);
    long end = System.nanoTime() + MOST_NANOS;
    Crew.run(
        "beside",
        2,
        (self, crew) -> {
          int other = (2 - self) * STRIDE;
          while (counts[self] < ENOUGH && System.nanoTime() < end) {
            long before = progress.getOpaque(other);
            long begin = System.nanoTime();
            work.run(self, times);
            long took = System.nanoTime() - begin;
            progress.setOpaque((1 + self) * STRIDE, progress.getOpaque((1 + self) * STRIDE) + 1);
            if (took < LONGEST_BATCH_NANOS && progress.getOpaque(other) != before) {
              seen[self][counts[self]++] = (double) took / times;
            }
          }
        });
    // The second half: the first is the compiler's. The slower one has had the faster beside it.
    int least = Math.min(counts[0], counts[1]);
    return least < ENOUGH / 10
        ? otherwise
        : Stopwatch.middle(
            Arrays.copyOfRange(seen[counts[0] < counts[1] ? 0 : 1], least / 2, least));
  }
}
