package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OverflowFindingsTest {

  private static final Experiment OVERFLOW = new Experiment(Kind.OVERFLOW, "embedded", "async", 0);

  /** Two runs with none, and two with 64 subtransactions. */
  private static String sentence(double one, double other) {
    List<Measurement> rows = new ArrayList<>();
    double[][] tps = {{1000, 1050}, {one, other}};
    for (int i = 0; i < 2; i++) {
      for (int run = 0; run < 2; run++) {
        Experiment experiment = OVERFLOW.withSubtransactions(64 * i);
        rows.add(Rows.of(experiment, Variant.BASELINE, 8, run + 1, tps[i][run]));
      }
    }
    Sweep sweep = Sweep.of(Results.of(rows), Kind.OVERFLOW, "embedded", "async").get(0);
    return String.join(" ", new SweepFindings(sweep).sentences());
  }

  private static void says(String expected, String sentence) {
    assertTrue(sentence.contains(expected), sentence);
  }

  @Test
  void aSmallFallAndAnyRiseStayWithin() {
    says("stay within 15 %", sentence(900, 950));
    says("stay within 15 %", sentence(1500, 1600));
  }

  @Test
  void aFallBeyondWhatTheRunsScatterIsCalledSo() {
    says("fall by more than 15 %", sentence(600, 650));
  }

  @Test
  void aLowMedianOfRunsThatScatterShowsNothing() {
    says("to show a fall: control-lock/32", sentence(600, 1100));
    says("to show a fall: control-lock/32", sentence(840, 870));
  }
}
