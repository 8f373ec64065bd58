package klomp.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.clog.XidStatus;
import klomp.clog.strategy.CommitLogs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MicroTest {

  private static final Variant CONTROL_16 = new Variant(ClogStrategy.CONTROL_LOCK, 16);
  private static final Variant DIRECT = new Variant(ClogStrategy.DIRECT, 0);

  @TempDir private Path directory;

  @Test
  void eachBenchmarkRuns() {
    MicroResults results =
        run(
            new MicroPlan(
                Arrays.asList(MicroBenchmark.values()),
                List.of(CONTROL_16),
                List.of(2),
                new MicroPlan.Pace(0.03, 0, 2, 1, false),
                true,
                false),
            new ArrayList<>());
    assertEquals(MicroBenchmark.values().length, results.rows().size());
    for (MicroRow row : results.rows()) {
      assertEquals(2, row.perSecond().size(), row.toString());
      assertTrue(row.perSecond().stream().allMatch(value -> value > 0), row.toString());
    }
    assertEquals(
        results, Json.parse(Json.text(results), MicroResults.class), "comes back from JSON");
    String text = new MicroTables(results).text();
    for (MicroBenchmark benchmark : MicroBenchmark.values()) {
      assertTrue(text.contains(benchmark.label() + ": operations a second"), text);
    }
  }

  @Test
  void aRoundOfAllComesBeforeTheNextWhichBeginsWithAnother() {
    MicroPlan plan =
        new MicroPlan(
            List.of(MicroBenchmark.SET),
            List.of(CONTROL_16, DIRECT),
            List.of(1),
            new MicroPlan.Pace(0.01, 0, 1, 2, false),
            true,
            true);
    List<MicroRow> told = new ArrayList<>();
    MicroResults results = run(plan, told);
    assertEquals(told, results.rows());
    assertEquals(plan.steps(), results.rows().size());
    assertEquals(List.of(1, 1, 2, 2), told.stream().map(MicroRow::round).toList());
    assertEquals(
        List.of(CONTROL_16, DIRECT, DIRECT, CONTROL_16),
        told.stream().map(MicroRow::variant).toList());
    assertTrue(told.get(0).profile().containsKey("gc.alloc.rate.norm"), told.toString());
    assertTrue(new MicroTables(results).text().contains("B/op"));
  }

  private MicroResults run(MicroPlan plan, List<MicroRow> told) {
    return new Micro(plan, Origin.current(), directory.resolve("jmh.txt")).run(told::add);
  }

  @Test
  void aFailureSaysWhatJmhSaid() {
    // Four buffers more than banks allow.
    MicroPlan plan =
        new MicroPlan(
            List.of(MicroBenchmark.SET),
            List.of(new Variant(ClogStrategy.BANKED, 20)),
            List.of(1),
            new MicroPlan.Pace(0.01, 0, 1, 1, false),
            true,
            false);
    MicroException failure = assertThrows(MicroException.class, () -> run(plan, new ArrayList<>()));
    assertTrue(failure.getMessage().contains("buffers are 4 to 16"), failure.getMessage());
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aHistoryIsCommittedToItsLastXidAndGoesOn(ClogStrategy strategy) {
    try (HistoryLog history = HistoryLog.open(new CommitLogs.Settings(strategy, 16), 17)) {
      long last = 17L * HistoryLog.XIDS_PER_PAGE - 1;
      for (long xid : new long[] {1, 2, HistoryLog.XIDS_PER_PAGE, last}) {
        assertEquals(XidStatus.COMMITTED, history.log().status(xid), "xid " + xid);
      }
      assertEquals(XidStatus.IN_PROGRESS, history.log().status(last + 1));
      LogClient client = new LogClient(history, 1);
      assertEquals(3 * XidStatus.COMMITTED, client.mixed());
      assertEquals(XidStatus.COMMITTED, history.log().status(last + 3));
      assertEquals(last + 4, history.nextXid());
      for (int i = 0; i < 40; i++) {
        assertEquals(XidStatus.COMMITTED, client.walkBack());
      }
    }
  }

  @Test
  void theTableComparesWithTheBaselineAndMarksWhatOverlaps() {
    Variant base = Variant.BASELINE;
    Variant clear = new Variant(ClogStrategy.GROUP_UPDATE, 32);
    Variant unclear = new Variant(ClogStrategy.BANKED, 32);
    MicroResults results =
        MicroResults.of(
            List.of(
                row(base, 1, 90.0, 100.0),
                row(clear, 1, 200.0, 210.0),
                row(unclear, 1, 99.0, 120.0),
                row(base, 2, 100.0, 110.0),
                row(clear, 2, 205.0),
                row(unclear, 2, 121.0)));
    String text = new MicroTables(results).text();
    assertTrue(text.contains("base"), text);
    assertTrue(text.lines().anyMatch(line -> line.matches(".*group-update/32.*\\+105.0 %")), text);
    assertTrue(text.lines().anyMatch(line -> line.matches(".*banked/32.*\\+20.0 % ~")), text);
    assertTrue(text.contains("90-110"), text);
  }

  private static MicroRow row(Variant variant, int round, Double... perSecond) {
    return new MicroRow(
        Origin.current(),
        Map.of(),
        MicroBenchmark.MIXED,
        variant,
        2,
        256,
        round,
        List.of(perSecond),
        new TreeMap<>());
  }
}
