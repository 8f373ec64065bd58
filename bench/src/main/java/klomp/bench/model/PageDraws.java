package klomp.bench.model;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws how many pages before the newest full one a look-up goes. */
final class PageDraws {

  private final Workload.Draw draw;
  private final int pages;

  /** For Zipf: the chance of this page or a newer one. */
  private final double[] cumulated;

  PageDraws(Workload workload) {
    draw = workload.draw();
    pages = workload.historyPages();
    cumulated = draw instanceof Workload.Draw.Zipf zipf ? cumulated(pages, zipf.exponent()) : null;
  }

  private static double[] cumulated(int pages, double exponent) {
    double[] sums = new double[pages];
    double sum = 0;
    for (int i = 0; i < pages; i++) {
      sum += Math.pow(i + 1, -exponent);
      sums[i] = sum;
    }
    for (int i = 0; i < pages; i++) {
      sums[i] /= sum;
    }
    return sums;
  }

  /**
   * @param last what the same client drew before
   * @return from 0, the newest, to one less than the pages of the history
   */
  int next(SplittableRandom random, int last) {
    if (draw instanceof Workload.Draw.WalkBack) {
      return (last + 1) % pages;
    }
    if (cumulated == null) {
      return random.nextInt(pages);
    }
    int found = Arrays.binarySearch(cumulated, random.nextDouble());
    return Math.min(pages - 1, found < 0 ? -found - 1 : found);
  }
}
