package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import org.junit.jupiter.api.Test;

final class SweepFindingsTest {

  private final List<Measurement> rows = new ArrayList<>();

  private void runs(Kind kind, Variant variant, long hits, long misses, double... tps) {
    SortedMap<String, Long> clog = new TreeMap<>(Map.of("clog.hits", hits, "clog.misses", misses));
    for (int run = 1; run <= tps.length; run++) {
      rows.add(
          new Measurement(
              null,
              new TreeMap<>(),
              new Experiment(kind, "embedded", "async", 0),
              variant,
              64,
              run,
              new Measurement.Counts(1, 100, 0, tps[run - 1], null, null),
              clog,
              null));
    }
  }

  private List<String> sentences(Kind kind) {
    Sweep sweep = Sweep.of(Results.of(rows), kind, "embedded", "async").get(0);
    return new SweepFindings(sweep).sentences();
  }

  private static Variant control(int buffers) {
    return new Variant(ClogStrategy.CONTROL_LOCK, buffers);
  }

  private static Variant banked(int buffers) {
    return new Variant(ClogStrategy.BANKED, buffers);
  }

  @Test
  void buffersSayWhoGainsAndHowTheHitRatioGoes() {
    runs(Kind.BUFFERS, control(16), 50, 50, 100, 102);
    runs(Kind.BUFFERS, control(128), 99, 1, 150, 153);
    runs(Kind.BUFFERS, banked(16), 50, 50, 100, 120);
    runs(Kind.BUFFERS, banked(128), 99, 1, 110, 130);
    runs(Kind.BUFFERS, new Variant(ClogStrategy.DIRECT, 0), 1, 0, 200, 210);
    assertEquals(
        List.of(
            "Buffers: with 64 clients, 128 buffers against 16: faster beyond noise: control-lock"
                + " +50.0 %; no difference is shown: banked.",
            "Of the look-ups under control-lock, 50.00 % found their page in 16 buffers and"
                + " 99.00 % in 128."),
        sentences(Kind.BUFFERS));
  }

  @Test
  void theWorstCaseNamesWhomMoreBuffersHurtTheMost() {
    runs(Kind.WORST_CASE, control(16), 0, 1, 100, 101);
    runs(Kind.WORST_CASE, control(32), 0, 1, 95, 96);
    runs(Kind.WORST_CASE, control(64), 0, 1, 80, 81);
    runs(Kind.WORST_CASE, banked(16), 0, 1, 100, 101);
    runs(Kind.WORST_CASE, banked(64), 0, 1, 100, 102);
    assertEquals(
        List.of(
            "Worst case, with 64 clients: more buffers hurt, against 16 and beyond noise (the"
                + " largest loss of each): control-lock -19.9 % with 64."),
        sentences(Kind.WORST_CASE));
  }

  @Test
  void theWorstCaseSaysSoWhenNobodyIsHurtOrNobodyKnows() {
    runs(Kind.WORST_CASE, control(16), 0, 1, 100, 101);
    runs(Kind.WORST_CASE, control(64), 0, 1, 99, 102);
    String free = sentences(Kind.WORST_CASE).get(0);
    assertTrue(free.contains("more buffers hurt nobody"), free);
    rows.removeIf(row -> row.run() > 1);
    String once = sentences(Kind.WORST_CASE).get(0);
    assertTrue(once.endsWith("measured once, so whether more buffers hurt is not known."), once);
  }
}
