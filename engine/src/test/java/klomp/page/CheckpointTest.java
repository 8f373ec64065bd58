package klomp.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;

final class CheckpointTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  private static PagePool open(CrashHost host) {
    return PagePool.open(host, host, "pages", SMALLEST, new Metrics());
  }

  private static byte[] number(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  @Test
  void aNewPoolIsDurableAndHasNoState() {
    CrashHost host = new CrashHost();
    open(host).close();
    CrashHost after = host.crash(new SplittableRandom(1));
    try (PagePool pool = open(after)) {
      assertNull(pool.state());
      assertTrue(pool.livePages() == 0);
    }
  }

  @Test
  void aLargeStateComesBack() {
    byte[] state = new byte[1 << 20];
    new SplittableRandom(7).nextBytes(state);
    CrashHost host = new CrashHost();
    for (int round = 0; round < 4; round++) {
      state[5] = (byte) round;
      try (PagePool pool = open(host)) {
        pool.beginCheckpoint();
        pool.completeCheckpoint(state);
      }
      try (PagePool pool = open(host)) {
        assertArrayEquals(state, pool.state());
      }
    }
    assertTrue(host.content("pages").length < 5 << 20);
  }

  @Test
  void aCrashAtAnyMomentLeavesTheLastCompletedCheckpoint() throws Exception {
    long seed = Long.getLong("klomp.seed", new CrashHost().seed());
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    CrashHost host = new CrashHost();
    PairWorkload.Model model = PairWorkload.empty(150);
    for (int life = 0; life < 6; life++) {
      model = live(host, model, random.split(), life);
      host = crashed;
    }
  }

  private CrashHost crashed;

  /** Runs until a crash at a random moment; returns the model that survived. */
  private PairWorkload.Model live(
      CrashHost host, PairWorkload.Model model, SplittableRandom random, int life)
      throws Exception {
    Map<Integer, PairWorkload.Model> models = new ConcurrentHashMap<>();
    AtomicBoolean stop = new AtomicBoolean();
    int[] completed = {0};
    int least;
    try (PagePool pool = open(host)) {
      PairWorkload.verify(pool, model);
      models.put(0, model.copy());
      PairWorkload workload = new PairWorkload(pool, model.copy());
      Thread checkpoints =
          host.thread(
              "checkpoints",
              () -> {
                for (int number = 1; !stop.get(); number++) {
                  models.put(number, workload.beginCheckpoint());
                  pool.completeCheckpoint(number(life * 1000 + number));
                  synchronized (completed) {
                    completed[0] = number;
                    completed.notifyAll();
                  }
                }
              });
      checkpoints.start();
      int checkpointsWanted = 2 + random.nextInt(6);
      int stepsAfter = random.nextInt(200);
      SplittableRandom[] randoms = {random.split(), random.split(), random.split(), random.split()};
      try {
        Together.run(
            5,
            thread -> {
              if (thread < 4) {
                while (!stop.get()) {
                  workload.step(randoms[thread]);
                }
                return;
              }
              SplittableRandom own = random.split();
              synchronized (completed) {
                while (completed[0] < checkpointsWanted) {
                  completed.wait(30_000);
                }
              }
              for (int i = 0; i < stepsAfter; i++) {
                workload.step(own);
              }
              synchronized (completed) {
                models.put(-1, PairWorkload.empty(completed[0]));
              }
              crashed = host.crash(own);
              stop.set(true);
            });
      } finally {
        stop.set(true);
      }
      checkpoints.join();
      least = models.get(-1).first().length;
    }
    CrashHost after = crashed;
    int found;
    try (PagePool pool = open(after)) {
      found = ByteBuffer.wrap(pool.state()).getInt() - life * 1000;
      assertTrue(found >= least, "checkpoint " + found + " after " + least + " was complete");
      PairWorkload.verify(pool, models.get(found));
    }
    return models.get(found);
  }
}
