package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.bench.MemoryStore;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ContentionTest {

  private static Plan plan(Script script, int runs) {
    return new Plan(
        Plan.variants(List.of(ClogStrategy.CONTROL_LOCK, ClogStrategy.DIRECT), List.of(32, 128)),
        List.of(1, 3),
        runs,
        new Plan.Load(script, 2000, Isolation.READ_COMMITTED, 0.005, 0.02),
        StoreSettings.DEFAULT,
        true);
  }

  private static OpenTarget loaded() {
    MemoryStore store = new MemoryStore();
    Keys.load(store, 2000);
    return OpenTarget.around(store);
  }

  @ParameterizedTest
  @EnumSource(Script.class)
  void everyScriptRunsAndLosesNoUpdate(Script script) throws InterruptedException {
    Results results =
        new Contention(plan(script, 1), Origin.current(), variant -> loaded()).run(row -> {});
    assertEquals(6, results.rows().size());
    results.rows().forEach(row -> assertTrue(row.counts().commits() > 0));
  }

  @Test
  void roundsMeasureAllVariantsAndBeginWithAnotherEachTime() throws InterruptedException {
    List<String> opened = new ArrayList<>();
    Results results =
        new Contention(
                plan(Script.COMMIT_ONLY, 2),
                Origin.current(),
                variant -> {
                  opened.add(variant.label());
                  return loaded();
                })
            .run(row -> {});
    assertEquals(
        List.of(
            "control-lock/32",
            "control-lock/128",
            "direct",
            "control-lock/128",
            "direct",
            "control-lock/32"),
        opened);
    assertEquals(12, results.rows().size());
    assertEquals(
        2,
        results
            .tps(new Cell(results.experiments().get(0), Variant.BASELINE, 3))
            .orElseThrow()
            .runs());
  }

  @Test
  void aLostUpdateFailsTheRun() {
    MemoryStore store = new MemoryStore();
    Keys.load(store, 2000);
    Keys.checkSum(store, 0);
    store.transact(
        transaction -> {
          transaction.put(Script.key(7), Script.value(2));
          return null;
        });
    Keys.checkSum(store, 2);
    assertThrows(Keys.LostUpdateException.class, () -> Keys.checkSum(store, 3));
  }

  @Test
  void aRowCarriesOriginSettingsAndClogCountersAndSurvivesJson() throws InterruptedException {
    Results results =
        new Contention(plan(Script.COMMIT_ONLY, 1), Origin.current(), variant -> loaded())
            .run(row -> {});
    Results back = Json.parse(Json.text(results), Results.class);
    assertEquals(results, back);
    Measurement row = back.rows().get(0);
    assertEquals(List.of("clog.sets"), List.copyOf(row.clog().keySet()));
    assertTrue(row.clog().get("clog.sets") >= row.counts().commits() - row.clients());
    assertTrue(row.origin().machine().cores() > 0);
    assertEquals("commit-only", row.settings().get("script"));
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
    Plan good = plan(Script.COMMIT_ONLY, 1);
    assertEquals(6, good.cells());
    assertThrows(
        InvalidRequestException.class,
        () -> new Plan(good.variants(), List.of(0), 1, good.load(), good.settings(), true));
    assertThrows(
        InvalidRequestException.class,
        () -> new Plan(good.variants(), List.of(1), 0, good.load(), good.settings(), true));
    assertThrows(
        InvalidRequestException.class,
        () -> new Plan(List.of(), List.of(1), 1, good.load(), good.settings(), true));
  }
}
