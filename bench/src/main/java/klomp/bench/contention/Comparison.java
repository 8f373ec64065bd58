package klomp.bench.contention;

import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;

/**
 * Two cells beside each other.
 *
 * @param sample what is looked at
 * @param reference what it is compared with
 */
record Comparison(Sample sample, Sample reference) {

  /** What may be said of the two. */
  enum Verdict {
    FASTER,
    SLOWER,
    /** The ranges overlap. */
    NO_DIFFERENCE,
    /** One of them was measured only once, so its scatter is not known. */
    UNKNOWN
  }

  /** The mark of {@link Verdict#NO_DIFFERENCE} behind a change. */
  static final String OVERLAP = " ~";

  double percent() {
    return sample.percentOver(reference);
  }

  Verdict verdict() {
    if (sample.runs() == 1 || reference.runs() == 1) {
      return Verdict.UNKNOWN;
    }
    if (sample.overlaps(reference)) {
      return Verdict.NO_DIFFERENCE;
    }
    return sample.median() > reference.median() ? Verdict.FASTER : Verdict.SLOWER;
  }

  /** The change in percent, marked if the ranges overlap. */
  @Override
  public String toString() {
    return Figures.percent(percent()) + (verdict() == Verdict.NO_DIFFERENCE ? OVERLAP : "");
  }
}
