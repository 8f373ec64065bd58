package klomp.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import org.junit.jupiter.api.Test;

/** In which order a plan is measured, what of it again, and what is told of it. */
final class ComparisonTest {

  private static final CpuShares FREE = new CpuShares(95, 1, 0);
  private static final CpuShares TAKEN = new CpuShares(60, 30, 0);

  private final List<String> order = new ArrayList<>();

  private static Plan plan(int runs) {
    return new Plan(
        new Plan.Axes(
            List.of(new KlompEngine(), new SkipListEngine(), new NoEngine()),
            List.of(Workload.C, Workload.W),
            List.of("async"),
            List.of(100),
            List.of(1, 2)),
        1000,
        64 << 20,
        1000,
        new Timing(0, 0, 1),
        runs);
  }

  private static Counts counts(double perSecond, CpuShares cpu) {
    Latencies latencies = new Latencies();
    latencies.record(1000);
    return new Counts(1, (long) perSecond, 0, perSecond, latencies.summary(), cpu);
  }

  /** The nth trial, from 1, says n thousand and the number of threads; some are disturbed. */
  private List<Row> run(Plan plan, Set<Integer> disturbed) throws InterruptedException {
    Trials trials =
        (trial, threads, run) -> {
          order.add(trial.workload() + " " + trial.engine() + " " + threads);
          int n = order.size();
          return new Outcome(
              threads.stream()
                  .map(
                      t ->
                          new Outcome.Measured(
                              t,
                              counts(
                                  n * 1000.0 + t, t == 2 && disturbed.contains(n) ? TAKEN : FREE)))
                  .toList(),
              null);
        };
    return new Comparison(plan, trials, row -> {}).run();
  }

  @Test
  void enginesAreMeasuredSideBySideAndEachRunBeginsWithAnother() throws InterruptedException {
    List<Row> rows = run(plan(3), Set.of());
    assertEquals(
        List.of(
            "C klomp [1, 2]",
            "C skiplist [1, 2]",
            "C none [1, 2]",
            "W klomp [1, 2]",
            "W skiplist [1, 2]",
            "W none [1, 2]",
            "C skiplist [1, 2]",
            "C none [1, 2]",
            "C klomp [1, 2]"),
        order.subList(0, 9));
    assertEquals("C none [2, 1]", order.get(12));
    assertEquals(36, rows.size());
  }

  @Test
  void aDisturbedCellIsMeasuredAgainAtTheEndOfItsRun() throws InterruptedException {
    List<Row> rows = run(plan(1), Set.of(2));
    assertEquals(List.of("C skiplist [2]"), order.subList(6, order.size()));
    assertEquals(12, rows.size());
    assertEquals(7002, rows.get(3).counts().perSecond());
    assertFalse(rows.get(3).isDisturbed());
  }

  @Test
  void aCellThatIsDisturbedTwiceStaysMarked() throws InterruptedException {
    List<Row> rows = run(plan(1), Set.of(2, 7));
    assertEquals(7, order.size());
    assertTrue(rows.get(3).isDisturbed());
    String text = new Report(Results.of(plan(1), Origin.current(), rows)).text();
    assertTrue(text.contains("1 of 12 runs, marked with !"), text);
  }

  @Test
  void onAMachineThatIsNotFreeNothingIsRepeated() throws InterruptedException {
    run(plan(1), Set.of(1, 2, 3, 4));
    assertEquals(6, order.size());
  }

  @Test
  void theTableSaysWhatTheJsonSays() throws InterruptedException {
    Results written = Results.of(plan(3), Origin.current(), run(plan(3), Set.of()));
    Results read = Json.parse(Json.text(written), Results.class);
    assertEquals(written, read);
    List<List<String>> rows = new Report(read).rates(Workload.C, "async", 100).rows();
    // Klomp is 1st, 9th and 17th in C.
    assertEquals(
        List.of("klomp", "9,001 (1,001 to 14,001)", "9,002 (1,002 to 14,002)"), rows.get(0));
    String page = new Report(read).page().render();
    assertTrue(page.contains("9,001 (1,001 to 14,001)"));
    assertTrue(page.contains("for scale, not a store"));
  }

  @Test
  void aFailureIsADashAndSaid() throws InterruptedException {
    Trials trials =
        (trial, threads, run) ->
            trial.engine().equals("klomp")
                ? Outcome.failed("no room")
                : new Outcome(
                    threads.stream().map(n -> new Outcome.Measured(n, counts(5, null))).toList(),
                    null);
    Plan plan = plan(1);
    Results results =
        Results.of(plan, Origin.current(), new Comparison(plan, trials, row -> {}).run());
    assertTrue(results.hasFailures());
    Report report = new Report(results);
    assertEquals(List.of("klomp", "-", "-"), report.rates(Workload.C, "async", 100).rows().get(0));
    assertTrue(report.text().contains("no room"));
  }
}
