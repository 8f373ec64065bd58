package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import klomp.api.ClogStrategy;
import klomp.bench.MemoryStore;
import klomp.bench.measure.ProcessorTimes;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import org.junit.jupiter.api.Test;

/** In which order a plan is measured, and what of it again; the store does not matter here. */
final class RoundsTest {

  private static final Variant POOLED = new Variant(ClogStrategy.BANKED, 32);

  private final List<String> opened = new ArrayList<>();
  private final List<Measurement> told = new ArrayList<>();

  private final Plan plan =
      Plans.of(
          Kind.CLIENTS,
          List.of(Variant.BASELINE, POOLED, Plans.DIRECT),
          List.of(1, 2),
          2,
          Script.COMMIT_ONLY,
          List.of(0),
          new History(50, 0));

  private Results run(
      List<Measurement> done, Function<List<Long>, Optional<ProcessorTimes>> processors)
      throws InterruptedException {
    Contention.Stores stores =
        (plan, variant) -> {
          opened.add(variant.label());
          MemoryStore store = new MemoryStore();
          plan.load().history().load(store);
          return OpenTarget.around(store);
        };
    return new Contention(Origin.current(), new Contention.Environment(stores, processors))
        .run(List.of(plan), done, told::add);
  }

  private static Optional<ProcessorTimes> silent(List<Long> processes) {
    return Optional.empty();
  }

  @Test
  void roundsMeasureAllVariantsAndBeginWithAnotherEachTime() throws InterruptedException {
    Results results = run(List.of(), RoundsTest::silent);
    assertEquals(
        List.of("control-lock/32", "banked/32", "direct", "banked/32", "direct", "control-lock/32"),
        opened);
    assertEquals(told, results.rows());
    assertEquals(
        List.of(1, 2, 1, 2, 1, 2, 2, 1, 2, 1, 2, 1),
        told.stream().map(Measurement::clients).toList());
    assertEquals(2, results.tps(results.cells().get(0)).orElseThrow().runs());
  }

  @Test
  void aRunGoesOnWhereItEnded() throws InterruptedException {
    List<Measurement> all = run(List.of(), RoundsTest::silent).rows();
    opened.clear();
    told.clear();
    List<Measurement> done = all.subList(0, 9);
    Results results = run(done, RoundsTest::silent);
    assertEquals(List.of("direct", "control-lock/32"), opened);
    assertEquals(3, told.size());
    assertEquals(done, results.rows().subList(0, 9));
    assertEquals(told, results.rows().subList(9, 12));
  }

  @Test
  void aMachineThatIsNeverFreeIsMarkedAndNotMeasuredAgain() throws InterruptedException {
    // Between two readings 100 ticks of 1000 go to other processes.
    long[] reading = new long[1];
    Results results =
        run(
            List.of(),
            processes -> {
              reading[0]++;
              return Optional.of(
                  new ProcessorTimes(reading[0] * 1000, reading[0] * 300, 0, reading[0] * 200));
            });
    assertEquals(12, told.size());
    results.rows().forEach(row -> assertTrue(row.isDisturbed()));
    assertEquals(10, results.rows().get(0).counts().cpu().otherPercent(), 1e-9);
    assertEquals(20, results.rows().get(0).counts().cpu().ownPercent(), 1e-9);
  }

  /** The hypervisor takes 6 % of those measurements; there are two readings in each. */
  private static Function<List<Long>, Optional<ProcessorTimes>> stolenIn(Set<Integer> measured) {
    int[] readings = new int[1];
    long[] stolen = new long[1];
    return processes -> {
      readings[0]++;
      if (readings[0] % 2 == 0 && measured.contains(readings[0] / 2)) {
        stolen[0] += 60;
      }
      return Optional.of(new ProcessorTimes(readings[0] * 1000L, 0, stolen[0], 0));
    };
  }

  @Test
  void aDisturbedCellIsMeasuredAgainAtTheEndOfItsRound() throws InterruptedException {
    Results results = run(List.of(), stolenIn(Set.of(3)));
    assertEquals(13, told.size());
    assertTrue(told.get(2).isDisturbed());
    assertEquals(told.get(2).cell(), told.get(6).cell());
    assertFalse(told.get(6).isDisturbed());
    assertEquals(12, results.rows().size());
    assertEquals(told.get(6), results.rows().get(2));
  }

  @Test
  void aCellThatIsDisturbedTwiceStaysMarked() throws InterruptedException {
    Results results = run(List.of(), stolenIn(Set.of(3, 7)));
    assertEquals(13, told.size());
    assertEquals(told.get(6), results.rows().get(2));
    assertTrue(results.rows().get(2).isDisturbed());
  }

  @Test
  void whatWasMeasuredAgainBeforeAKillIsNotMeasuredAThirdTime() throws InterruptedException {
    run(List.of(), stolenIn(Set.of(3, 7)));
    List<Measurement> all = List.copyOf(told);
    opened.clear();
    run(all, RoundsTest::silent);
    assertEquals(List.of(), opened);
    run(all.subList(0, 6), RoundsTest::silent);
    assertEquals("banked/32", opened.get(0));
    assertEquals(all.get(2).cell(), told.get(13).cell());
  }
}
