package klomp.bench.measure;

import java.util.Arrays;
import java.util.Collection;

/**
 * What repeated runs of one thing came to.
 *
 * @param runs how many there were, 1 or more
 * @param median the middle one, or the mean of the middle two
 * @param min the lowest
 * @param max the highest
 */
public record Sample(int runs, double median, double min, double max) {

  /**
   * The sample of {@code values}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Sample of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a sample has at least one value");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Sample(sorted.length, median, sorted[0], sorted[sorted.length - 1]);
  }

  public static Sample of(Collection<Double> values) {
    return of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** How much this median is above (or, negative, below) that of {@code baseline}, in percent. */
  public double percentOver(Sample baseline) {
    return (median / baseline.median - 1) * 100;
  }

  /** Whether the two ranges have a value in common: then a difference of medians shows nothing. */
  public boolean overlaps(Sample other) {
    return min <= other.max && other.min <= max;
  }
}
