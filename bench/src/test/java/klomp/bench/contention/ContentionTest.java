package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.api.Store;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The experiments on the real store, on fresh copies of a history. */
final class ContentionTest {

  @TempDir private static Path work;
  private static Contention contention;
  private static final List<String> LOADED = new ArrayList<>();

  @BeforeAll
  static void loadNothingTwice() {
    contention = Contention.in(work, Origin.current(), LOADED::add);
  }

  private static Results run(Plan... plans) throws InterruptedException {
    return contention.run(List.of(plans), List.of(), row -> {});
  }

  /** Of all rows: on a busy machine a client may not get its turn in the time of one. */
  private static long commits(Results results) {
    return results.rows().stream().mapToLong(row -> row.counts().commits()).sum();
  }

  private static Plan plan(Kind kind, Script script) {
    return Plans.of(kind, List.of(Plans.SMALL), List.of(1, 3), 1, script);
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void everyScriptRunsAndLosesNoUpdate(Script script) throws InterruptedException {
    Results results = run(plan(Kind.CLIENTS, script));
    assertEquals(2, results.rows().size());
    assertTrue(commits(results) > 0);
  }

  @Test
  void aRowCarriesOriginSettingsAndCountersAndSurvivesJson() throws InterruptedException {
    Results results = run(plan(Kind.BUFFERS, Script.COMMIT_ONLY));
    assertEquals(results, Json.parse(Json.text(results), Results.class));
    Measurement row = results.rows().get(0);
    assertTrue(row.clog().get("clog.acquisitions") > 0, row.clog().toString());
    assertTrue(row.origin().machine().cores() > 0);
    assertEquals("commit-only", row.settings().get("script"));
    assertEquals("20", row.settings().get("history pages"));
    assertEquals(Files.isReadable(Path.of("/proc/stat")), row.counts().cpu() != null);
  }

  @AfterAll
  static void eachHistoryWasLoadedOnce() {
    assertEquals(LOADED.stream().distinct().count(), LOADED.size(), LOADED.toString());
  }

  @Test
  void inTheWorstCaseEveryLookUpOfAPooledStrategyIsAMiss() throws InterruptedException {
    Plan plan =
        Plans.of(
            Kind.WORST_CASE,
            List.of(Plans.SMALL, Plans.DIRECT),
            List.of(1, 3),
            1,
            Script.COMMIT_ONLY,
            List.of(0),
            new History(100, 40));
    for (Measurement row : run(plan).rows()) {
      long made = row.counts().commits();
      long missed = row.clog().get("clog.misses");
      if (row.variant().equals(Plans.SMALL)) {
        // A client that is held up between drawing its page and asking may find it there.
        assertTrue(missed > 0.9 * made - row.clients(), row.clog() + " for " + row.counts());
      } else {
        assertTrue(missed <= 40, row.clog().toString());
      }
    }
  }

  @Test
  void overflowMeasuresTheOthersBesideAnOpenTransaction() throws InterruptedException {
    Plan plan =
        Plans.of(
            Kind.OVERFLOW,
            List.of(Plans.SMALL),
            List.of(2),
            1,
            Script.SAVEPOINT_UPDATE,
            List.of(0, 65, 2000),
            new History(2000, 0));
    Results results = run(plan);
    assertEquals(
        List.of(0, 65, 2000),
        results.experiments().stream().map(Experiment::subtransactions).toList());
    assertTrue(commits(results) > 0);
  }

  @Test
  void theHeldTransactionHasAnXidForEachSubtransactionAndLeavesNothing() throws Exception {
    try (Store store =
        OpenTarget.openEmbedded(
            work.resolve("held"),
            Plans.of(Kind.CLIENTS, List.of(Plans.DIRECT), List.of(1), 1, Script.COMMIT_ONLY)
                .settings())) {
      new History(10, 0).load(store);
      long before = store.statistics().get("xid.next");
      try (HeldTransaction held = HeldTransaction.open(store, 500, 700, 10)) {
        assertTrue(store.statistics().get("xid.next") >= before + 501);
        assertTrue(store.statistics().get("transactions.running") >= 1);
        held.end();
      }
      assertEquals(0, store.statistics().get("transactions.running"));
      Keys.checkSum(store, 0);
    }
  }

  @Test
  void aLostUpdateFailsTheRun() {
    try (Store store =
        OpenTarget.openEmbedded(
            work.resolve("lost"), plan(Kind.CLIENTS, Script.COMMIT_ONLY).settings())) {
      new History(2000, 0).load(store);
      Keys.checkSum(store, 0);
      store.transact(
          transaction -> {
            transaction.put(Script.key(7), Script.value(2));
            return null;
          });
      Keys.checkSum(store, 2);
      assertThrows(LostUpdateException.class, () -> Keys.checkSum(store, 3));
    }
  }

  @Test
  void aRowOfSchema1IsReadAsOneOfTheTable() {
    String row =
        """
        {"schema": 1, "kind": "klomp-contention", "rows": [{
          "settings": {"target": "server, one process, over 127.0.0.1", "durability": "sync"},
          "variant": {"strategy": "banked", "buffers": 32}, "clients": 8, "run": 1,
          "counts": {"seconds": 1.0, "commits": 5, "aborts": 0, "tps": 5.0},
          "clog": {"clog.sets": 5}}]}
        """;
    Results results = Json.parse(row, Results.class);
    Experiment table = new Experiment(Kind.CLIENTS, "server", "sync", 0);
    Cell cell = new Cell(table, new Variant(ClogStrategy.BANKED, 32), 8);
    assertEquals(List.of(cell), results.cells());
    assertEquals(5.0, results.tps(cell).orElseThrow().median());
    assertEquals(1.0, results.clogPerCommit(cell).get("clog.sets"));
    assertTrue(results.waitsPerCommit(cell).isEmpty());
  }

  @Test
  void directIsMeasuredOnceWhateverThePools() {
    assertEquals(
        List.of("direct", "banked/32", "banked/128"),
        Plan.variants(List.of(ClogStrategy.DIRECT, ClogStrategy.BANKED), List.of(32, 128)).stream()
            .map(Variant::label)
            .toList());
  }

  @Test
  void aPlanWithoutCellsIsRefused() {
    List<Variant> one = List.of(Plans.DIRECT);
    for (Runnable bad :
        List.<Runnable>of(
            () -> Plans.of(Kind.CLIENTS, one, List.of(0), 1, Script.COMMIT_ONLY),
            () -> Plans.of(Kind.CLIENTS, one, List.of(1), 0, Script.COMMIT_ONLY),
            () -> Plans.of(Kind.CLIENTS, List.of(), List.of(1), 1, Script.COMMIT_ONLY),
            () -> worstCase(List.of(new Variant(ClogStrategy.BANKED, 64)), 64),
            () -> worstCase(one, 0))) {
      assertThrows(InvalidRequestException.class, bad::run);
    }
    assertEquals(1, worstCase(one, 1).rows());
  }

  private static Plan worstCase(List<Variant> variants, int pages) {
    return Plans.of(
        Kind.WORST_CASE,
        variants,
        List.of(1),
        1,
        Script.COMMIT_ONLY,
        List.of(0),
        new History(10, pages));
  }
}
