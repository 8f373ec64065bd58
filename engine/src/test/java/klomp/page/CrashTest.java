package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;

/**
 * Power fails at random moments while four threads change pages and a fifth makes one checkpoint
 * after the other. Run with {@code -Dklomp.seed=N} to repeat the random choices, with {@code
 * -Dklomp.lives=N} for longer.
 */
final class CrashTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;
  private static final int WRITERS = 4;

  private final long seed = Long.getLong("klomp.seed", new CrashHost().seed());
  private long copiesAside;

  /** What is on the disk, and what a pool opened on it must have. */
  private record Disk(CrashHost host, int checkpoint, PairWorkload.Model model) {}

  @Test
  void aCrashAtAnyMomentLeavesTheLastCompletedCheckpoint() throws Exception {
    System.out.println("CrashTest -Dklomp.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Disk disk = new Disk(new CrashHost(), 0, PairWorkload.empty(150));
    int lives = Integer.getInteger("klomp.lives", 10);
    for (int life = 0; life < lives; life++) {
      disk = liveAndCrash(disk, random.split());
    }
    assertTrue(copiesAside > 0, "the test met no copy aside");
  }

  private Disk liveAndCrash(Disk disk, SplittableRandom random) throws Exception {
    Map<Integer, PairWorkload.Model> models = new ConcurrentHashMap<>();
    models.put(disk.checkpoint(), disk.model().copy());
    try (Life life = new Life(disk, random, models)) {
      Together.run(WRITERS + 2, life::run);
      life.pool.close();
      copiesAside += life.metrics.snapshot().values().get("page.copies");
      return reopen(life.crashed, life.completedAtCrash, models);
    }
  }

  /** Opens what the crash left: the last completed checkpoint, or one that was under way. */
  private static Disk reopen(
      CrashHost crashed, int completed, Map<Integer, PairWorkload.Model> models) {
    try (PagePool pool = open(crashed, new Metrics())) {
      int found = pool.state() == null ? 0 : ByteBuffer.wrap(pool.state()).getInt();
      assertTrue(found >= completed, "checkpoint " + found + " though " + completed + " was done");
      PairWorkload.verify(pool, models.get(found));
      return new Disk(crashed, found, models.get(found));
    }
  }

  private static PagePool open(CrashHost host, Metrics metrics) {
    return PagePool.open(host, host, "pages", SMALLEST, metrics);
  }

  private final class Life implements AutoCloseable {

    private final Disk disk;
    private final Map<Integer, PairWorkload.Model> models;
    private final Metrics metrics = new Metrics();
    private final PagePool pool;
    private final PairWorkload workload;
    private final SplittableRandom[] randoms = new SplittableRandom[WRITERS + 2];
    private final CountDownLatch enough;
    private final int stepsBeforeCrash;
    private volatile boolean over;
    private volatile int completed;
    private CrashHost crashed;
    private int completedAtCrash;

    Life(Disk disk, SplittableRandom random, Map<Integer, PairWorkload.Model> models) {
      this.disk = disk;
      this.models = models;
      pool = open(disk.host(), metrics);
      workload = new PairWorkload(pool, disk.model().copy());
      disk.host().setWriteNanos(random.nextInt(3) * 200_000);
      completed = disk.checkpoint();
      enough = new CountDownLatch(1 + random.nextInt(4));
      stepsBeforeCrash = random.nextInt(100);
      for (int i = 0; i < randoms.length; i++) {
        randoms[i] = random.split();
      }
    }

    void run(int thread) throws Exception {
      try {
        if (thread < WRITERS) {
          while (!over) {
            workload.step(randoms[thread]);
          }
        } else if (thread == WRITERS) {
          checkpoint();
        } else {
          crash(randoms[thread]);
        }
      } finally {
        over |= thread > WRITERS;
      }
    }

    private void checkpoint() {
      for (int number = disk.checkpoint() + 1; !over; number++) {
        models.put(number, workload.beginCheckpoint());
        pool.completeCheckpoint(ByteBuffer.allocate(4).putInt(number).array());
        completed = number;
        enough.countDown();
      }
    }

    private void crash(SplittableRandom random) throws Exception {
      assertTrue(enough.await(30, TimeUnit.SECONDS), "checkpoints stand still");
      CrashHost host = disk.host();
      if (random.nextBoolean()) {
        // The most delicate moments: all or nothing is written and nothing is synced.
        completedAtCrash = completed;
        host.crashAtSync(1 + random.nextInt(4), random);
        while (host.crashedAtSync() == null) {
          workload.step(random);
        }
        crashed = host.crashedAtSync();
      } else {
        for (int i = 0; i < stepsBeforeCrash; i++) {
          workload.step(random);
        }
        completedAtCrash = completed;
        crashed = host.crash(random);
      }
    }

    @Override
    public void close() {
      over = true;
    }
  }

  @Test
  void withoutACrashNothingOfTheLastCheckpointIsLost() {
    CrashHost host = new CrashHost();
    PairWorkload.Model model;
    try (PagePool pool = open(host, new Metrics())) {
      PairWorkload workload = new PairWorkload(pool, PairWorkload.empty(150));
      SplittableRandom random = new SplittableRandom(seed);
      for (int i = 0; i < 5000; i++) {
        workload.step(random);
      }
      model = workload.beginCheckpoint();
      pool.completeCheckpoint(null);
    }
    try (PagePool pool = open(host, new Metrics())) {
      PairWorkload.verify(pool, model);
      assertEquals(0, pool.pinnedBytes());
    }
  }
}
