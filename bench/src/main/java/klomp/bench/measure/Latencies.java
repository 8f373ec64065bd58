package klomp.bench.measure;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Service times of one kind of operation, to three significant digits, up to ten minutes. Grows
 * with the times that it sees, so that a thousand clients can have one each. Not safe for use by
 * several threads: each has its own, and they are {@link #add added} up at the end.
 *
 * <p>The drivers are closed loops: the next operation begins when the last one is over, so a stall
 * shows as one long operation, not as all those that would have been issued meanwhile.
 */
public final class Latencies {

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Histogram histogram = new Histogram(3);

  /** Records one operation; longer ones than ten minutes count as ten minutes. */
  public void record(long nanos) {
    histogram.recordValue(Math.min(Math.max(nanos, 0), LONGEST_NANOS));
  }

  public void add(Latencies other) {
    histogram.add(other.histogram);
  }

  public long count() {
    return histogram.getTotalCount();
  }

  public Summary summary() {
    return new Summary(
        count(),
        histogram.getMean() / 1e3,
        percentile(50),
        percentile(95),
        percentile(99),
        percentile(99.9),
        histogram.getMaxValue() / 1e3);
  }

  private double percentile(double percent) {
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percent) / 1e3;
  }

  /** Figures of {@link Latencies}; times in microseconds. */
  public record Summary(
      long count,
      double meanMicros,
      double p50Micros,
      double p95Micros,
      double p99Micros,
      double p999Micros,
      double maxMicros) {}
}
