package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;

final class PageSpaceTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  private final CrashHost host = new CrashHost();
  private final long seed = Long.getLong("klomp.seed", new SystemHost().seed());

  private PagePool open(Metrics metrics) {
    return PagePool.open(host, host, "pages", SMALLEST, metrics);
  }

  private static void checkpoint(PagePool pool) {
    pool.beginCheckpoint();
    pool.completeCheckpoint(new byte[] {1});
  }

  @Test
  void theFileStaysBoundedOverFiftyCheckpointsOfRandomOverwrites() {
    System.out.println("PageSpaceTest -Dklomp.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Metrics metrics = new Metrics();
    try (PagePool pool = open(metrics)) {
      CounterPages owner = new CounterPages(pool);
      int pages = 300;
      for (int i = 1; i <= pages; i++) {
        owner.create(i);
      }
      checkpoint(pool);
      long most = 0;
      for (int round = 0; round < 50; round++) {
        for (int i = 0; i < pages; i++) {
          owner.set(1 + random.nextInt(pages), random.nextInt(1000));
        }
        checkpoint(pool);
        if (round == 10) {
          most = pool.fileBytes();
        }
      }
      // All of it twice, and the steps in which the file grows.
      assertTrue(pool.fileBytes() <= most + (2 << 20), pool.fileBytes() + " after " + most);
      assertTrue(pool.fileBytes() < 4L * pages * PagePool.PAGE_BYTES);
      checkpoint(pool);
      checkpoint(pool);
      assertEquals(0, pool.pinnedBytes() / (64 << 10), "an idle store holds next to nothing back");
    }
  }

  @Test
  void afterChangesDuringManyCheckpointsExactlyTheLivePlacesAreInUse() throws Exception {
    PairWorkload.Model model;
    long used;
    try (PagePool pool = open(new Metrics())) {
      PairWorkload workload = new PairWorkload(pool, PairWorkload.empty(100));
      AtomicBoolean over = new AtomicBoolean();
      Together.run(
          3,
          thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            try {
              for (int i = 0; thread == 0 ? i < 25 : !over.get(); i++) {
                if (thread == 0) {
                  workload.beginCheckpoint();
                  pool.completeCheckpoint(new byte[i * 400]);
                } else {
                  workload.step(random);
                }
              }
            } finally {
              over.set(true);
            }
          });
      workload.beginCheckpoint();
      pool.completeCheckpoint(null);
      model = workload.beginCheckpoint();
      pool.completeCheckpoint(null);
      used = pool.usedBytes();
      assertEquals(0, pool.pinnedBytes());
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(pool.usedBytes(), used, "what the map leads to, against what is marked as used");
      PairWorkload.verify(pool, model);
    }
  }

  @Test
  void theGapOfAPageTakesNoSpace() {
    try (PagePool pool = open(new Metrics())) {
      for (int i = 0; i < 500; i++) {
        int frame = pool.allocate();
        pool.bytes(frame).putShort(PagePool.GAP_START, (short) 100);
        pool.bytes(frame).putShort(PagePool.GAP_END, (short) (PagePool.PAGE_BYTES - 900));
        pool.latches().unlock(frame);
      }
      checkpoint(pool);
      assertTrue(pool.usedBytes() < 500 * 1024 + 64 * 1024, pool.usedBytes() + " bytes");
    }
  }

  @Test
  void freedPagesAreUsedAgainAndTheirSpaceGivenBack() {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 1000; i++) {
        owner.create(i);
      }
      checkpoint(pool);
      long full = pool.fileBytes();
      for (int i = 1; i <= 1000; i++) {
        owner.free(i);
      }
      assertEquals(0, pool.livePages());
      for (int i = 0; i < 4; i++) {
        owner.free(owner.create(i));
        checkpoint(pool);
      }
      assertTrue(pool.fileBytes() < full / 2, pool.fileBytes() + " of " + full);
      long largest = 0;
      for (int i = 1; i <= 1000; i++) {
        largest = Math.max(largest, owner.create(i));
      }
      assertEquals(1000, largest);
      checkpoint(pool);
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(1000, pool.livePages());
      CounterPages owner = new CounterPages(pool);
      owner.free(17);
      assertEquals(PagePool.NO_FRAME, pool.frameOf(17));
      assertEquals(17, owner.create(5));
      assertEquals(1001, owner.create(5));
    }
  }

  @Test
  void numbersThatNoPageHasLeadToNoFrame() {
    try (PagePool pool = open(new Metrics())) {
      new CounterPages(pool).create(1);
      for (long pid : new long[] {0, 2, 1023, 1024, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
        assertEquals(PagePool.NO_FRAME, pool.frameOf(pid), "page " + pid);
      }
    }
  }

  @Test
  void anIdleStoreWritesNothing() {
    Metrics metrics = new Metrics();
    try (PagePool pool = open(metrics)) {
      long byOpening = metrics.snapshot().get("page.writes");
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 30; i++) {
        owner.create(i);
      }
      for (int i = 0; i < 100_000; i++) {
        owner.read(1 + i % 30);
      }
      assertEquals(byOpening, metrics.snapshot().get("page.writes"));
    }
  }

  @Test
  void theWriteFilterChangesTheCopyOnly() {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      pool.setWriteFilter(copy -> copy.putLong(PagePool.HEADER_BYTES, 77));
      long pid = owner.create(5);
      checkpoint(pool);
      assertEquals(5, owner.read(pid));
    }
    try (PagePool pool = open(new Metrics())) {
      int frame = pool.frameOf(1);
      assertEquals(77, pool.bytes(frame).getLong(PagePool.HEADER_BYTES));
    }
  }

  @Test
  void runsNeverOverlapAndAllUnitsComeBack() {
    SplittableRandom random = new SplittableRandom(seed);
    SpaceMap map = new SpaceMap(1000, 8);
    boolean[] model = new boolean[20_000];
    List<SpaceMap.Run> runs = new ArrayList<>();
    for (int i = 0; i < 8000; i++) {
      if (!runs.isEmpty() && random.nextInt(100) < 48) {
        SpaceMap.Run run = runs.remove(random.nextInt(runs.size()));
        mark(model, run, false);
        PlaceList list = new PlaceList();
        list.add(Place.of(run.first(), run.units()));
        map.free(list);
        continue;
      }
      int least = 1 + random.nextInt(16);
      int most = random.nextBoolean() ? least : least + random.nextInt(200);
      SpaceMap.Run run = map.allocate(least, most);
      if (run == null) {
        for (int unit = 8, free = 0; unit < map.totalUnits(); unit++) {
          free = model[unit] ? 0 : free + 1;
          assertTrue(free < least, "there was a run of " + least);
        }
        map.grow(Math.min(model.length, map.totalUnits() + 100));
        continue;
      }
      assertTrue(run.units() >= least && run.units() <= most);
      mark(model, run, true);
      runs.add(run);
    }
    for (SpaceMap.Run run : runs) {
      map.free(run.first(), run.units());
    }
    assertEquals(8, map.usedUnits());
    assertEquals(8, map.end());
  }

  private static void mark(boolean[] model, SpaceMap.Run run, boolean used) {
    for (long unit = run.first(); unit < run.first() + run.units(); unit++) {
      assertTrue(unit >= 8 && model[(int) unit] != used, "unit " + unit);
      model[(int) unit] = used;
    }
  }
}
