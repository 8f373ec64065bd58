package klomp.bench.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SimulationTest {

  private static final long EVENTS = 80_000;
  private static final Workload.Draw UNIFORM = new Workload.Draw.Uniform();

  private static Simulation.Outcome run(
      ServiceTimes times, Workload workload, int cores, int clients, Variant variant) {
    Simulation.Place place = new Simulation.Place(cores, clients, variant);
    return new Simulation(times, workload, place, 1, EVENTS).run();
  }

  private static Variant variant(ClogStrategy strategy, int buffers) {
    return new Variant(strategy, strategy == ClogStrategy.DIRECT ? 0 : buffers);
  }

  @Test
  void oneExclusiveLockLimitsTheRateToOneOverItsHoldTime() {
    // Outside 100 ns, under the lock 902 ns; nothing else takes time, so the lock is never idle.
    ServiceTimes times = TestTimes.withoutWaking();
    double held = times.heldSet(ClogStrategy.CONTROL_LOCK);
    assertEquals(902, held);
    Workload commits = new Workload(0, 1, UNIFORM, 1_000);
    Variant control = variant(ClogStrategy.CONTROL_LOCK, 16);
    double alone = run(times, commits, 64, 1, control).perSecond();
    assertEquals(1e9 / 2_002, alone, 0.005 * alone);
    for (int clients : new int[] {4, 16, 64}) {
      double rate = run(times, commits, 64, clients, control).perSecond();
      assertEquals(1e9 / held, rate, 0.01 * 1e9 / held, clients + " clients");
    }
  }

  @Test
  void twoClientsOfOneLockDoAsAClosedNetworkOfTwoStationsDoes() {
    // Fixed times: the two fall into step, and each cycle of both is as long as one alone.
    ServiceTimes times = TestTimes.withoutWaking();
    Workload commits = new Workload(0, 1, UNIFORM, 1_000, 0, Workload.XIDS_PER_PAGE);
    double rate = run(times, commits, 2, 2, variant(ClogStrategy.CONTROL_LOCK, 16)).perSecond();
    assertEquals(2e9 / 2_002, rate, 0.01 * 2e9 / 2_002);
  }

  @Test
  void withoutContentionTheRateGrowsWithTheCores() {
    ServiceTimes times = TestTimes.withoutWaking();
    Workload readers = new Workload(3, 8, UNIFORM, 10_000);
    Variant direct = variant(ClogStrategy.DIRECT, 0);
    double one = run(times, readers, 1, 64, direct).perSecond();
    for (int cores : new int[] {2, 8, 64}) {
      double rate = run(times, readers, cores, 64, direct).perSecond();
      assertEquals(cores * one, rate, 0.03 * cores * one, cores + " cores");
    }
  }

  @Test
  void moreClientsThanCoresDoNotMakeCores() {
    ServiceTimes times = TestTimes.withoutWaking();
    Workload readers = new Workload(3, 8, UNIFORM, 10_000);
    Variant direct = variant(ClogStrategy.DIRECT, 0);
    double two = run(times, readers, 2, 2, direct).perSecond();
    assertEquals(two, run(times, readers, 2, 256, direct).perSecond(), 0.03 * two);
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void theSameSeedGivesTheSameAndAnotherAnother(ClogStrategy strategy) {
    Workload workload = new Workload(3, 256, UNIFORM, 5_000);
    Simulation.Place place = new Simulation.Place(8, 32, variant(strategy, 32));
    Simulation.Outcome first = new Simulation(TestTimes.usual(), workload, place, 7, EVENTS).run();
    assertEquals(first, new Simulation(TestTimes.usual(), workload, place, 7, EVENTS).run());
    if (strategy != ClogStrategy.DIRECT) {
      assertNotEquals(first, new Simulation(TestTimes.usual(), workload, place, 8, EVENTS).run());
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void everyTransactionEndsAndNoClientIsLost(ClogStrategy strategy) {
    // Pages of 300 xids, so that pages fill up, become victims while dirty, and are written.
    Workload workload = new Workload(2, 40, UNIFORM, 500, 0, 300);
    for (int cores : new int[] {1, 2, 7, 64}) {
      for (int clients : new int[] {1, 3, 64, 200}) {
        Simulation.Outcome outcome =
            run(TestTimes.usual(), workload, cores, clients, variant(strategy, 16));
        String where = strategy + ", " + cores + " cores, " + clients + " clients";
        assertEquals(outcome.begun(), outcome.ended(), where);
        assertTrue(outcome.transactions() > clients, where + ": " + outcome);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ClogStrategy.class,
      names = {"GROUP_UPDATE", "BANKED"})
  void groupsGrowWithTheClients(ClogStrategy strategy) {
    Workload commits = new Workload(0, 1, UNIFORM, 500);
    double before = 1;
    for (int clients : new int[] {4, 16, 64}) {
      double group =
          run(TestTimes.usual(), commits, 64, clients, variant(strategy, 16)).meanGroup();
      assertTrue(group > before, clients + " clients: " + group + " after " + before);
      before = group;
    }
  }

  @Test
  void batchesOfTheSingleWriterGrowWithTheClients() {
    Workload commits = new Workload(0, 1, UNIFORM, 500);
    Variant single = variant(ClogStrategy.SINGLE_WRITER, 16);
    double few = run(TestTimes.usual(), commits, 64, 4, single).meanBatch();
    double many = run(TestTimes.usual(), commits, 64, 64, single).meanBatch();
    assertTrue(many > few, many + " after " + few);
  }

  @Test
  void oneClientMissesAsOftenAsAPlainLruDoes() {
    int pages = 100;
    Workload workload = new Workload(3, pages, new Workload.Draw.Zipf(0.8), 100);
    Simulation.Outcome outcome =
        run(TestTimes.usual(), workload, 1, 1, variant(ClogStrategy.CONTROL_LOCK, 32));
    assertEquals(plainLru(workload, 32), outcome.missesForLookup(), 0.01);
  }

  /** The same accesses on a map that forgets what was used longest ago. */
  private static double plainLru(Workload workload, int slots) {
    Map<Integer, Boolean> lru = new LinkedHashMap<>(64, 0.75f, true);
    PageDraws draws = new PageDraws(workload);
    SplittableRandom random = new SplittableRandom(99);
    int lookups = 300_000;
    int misses = 0;
    for (int i = 0; i < lookups; i++) {
      int page = draws.next(random, 0);
      if (i > lookups / 10 && !lru.containsKey(page)) {
        misses++;
      }
      use(lru, page, slots);
      if (i % 3 == 2) {
        use(lru, -1, slots);
      }
    }
    return misses / (0.9 * lookups);
  }

  private static void use(Map<Integer, Boolean> lru, int page, int slots) {
    lru.put(page, true);
    if (lru.size() > slots) {
      lru.remove(lru.keySet().iterator().next());
    }
  }

  @Test
  void aBankHasTheVictimsOfAPlainLru() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    SlotBank bank = new SlotBank(8);
    Map<Integer, Boolean> lru = new LinkedHashMap<>(16, 0.75f, true);
    for (int i = 0; i < 20_000; i++) {
      int page = random.nextInt(20);
      assertEquals(lru.containsKey(page), bank.lookUp(page, -1), "seed " + seed + ", step " + i);
      use(lru, page, 8);
    }
  }

  @Test
  void zipfPrefersNewerPagesAsMuchAsItSays() {
    PageDraws draws = new PageDraws(new Workload(1, 4, new Workload.Draw.Zipf(1), 0));
    SplittableRandom random = new SplittableRandom(3);
    int[] counts = new int[4];
    for (int i = 0; i < 100_000; i++) {
      counts[draws.next(random, 0)]++;
    }
    double sum = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;
    for (int page = 0; page < 4; page++) {
      assertEquals(1 / (page + 1.0) / sum, counts[page] / 100_000.0, 0.01, "page " + page);
    }
  }

  @Test
  void manyReadersOfOneLockAreHeldUpByItsCacheLine() {
    Workload readers = new Workload(8, 8, UNIFORM, 0);
    Variant control = variant(ClogStrategy.CONTROL_LOCK, 16);
    double one = run(TestTimes.usual(), readers, 32, 1, control).perSecond();
    double many = run(TestTimes.usual(), readers, 32, 32, control).perSecond();
    assertTrue(many < 4 * one, many + " against " + one);
  }
}
