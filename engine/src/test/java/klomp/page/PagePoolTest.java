package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import klomp.host.Host;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PagePoolTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  @TempDir Path path;
  private final Host host = new SystemHost();

  private PagePool open(Metrics metrics) throws Exception {
    return PagePool.open(host, host.directory(path), "pages", SMALLEST, metrics);
  }

  @Test
  void pagesComeBackFromTheFileAsTheyWereUnderFourThreads() throws Exception {
    long seed = Long.getLong("klomp.seed", host.seed());
    System.out.println("PagePoolTest -Dklomp.seed=" + seed);
    int pages = 10_000;
    Metrics metrics = new Metrics();
    try (PagePool pool = open(metrics)) {
      CounterPages owner = new CounterPages(pool);
      AtomicLongArray model = new AtomicLongArray(pages + 1);
      for (int i = 1; i <= pages; i++) {
        assertEquals(i, owner.create(i));
        model.set(i, i);
      }
      Together.run(
          4,
          thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            for (int i = 0; i < 6000; i++) {
              long pid = 1 + random.nextInt(pages);
              if (random.nextInt(3) == 0) {
                int frame = owner.lock(pid);
                long counter = owner.getLatched(frame) + 1;
                owner.setLatched(frame, counter);
                model.set((int) pid, counter);
                owner.unlock(frame);
              } else {
                long least = model.get((int) pid);
                long read = owner.read(pid);
                assertTrue(read >= least, () -> "page " + pid + " went back to " + read);
              }
            }
          });
      for (int i = 1; i <= pages; i++) {
        assertEquals(model.get(i), owner.read(i));
      }
      assertEquals(pages, pool.livePages());
    }
  }

  @Test
  void anInterruptNeitherFailsALoadNorIsLost() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 500; i++) {
        owner.create(i);
      }
      for (int i = 1; i <= 500; i++) {
        Thread.currentThread().interrupt();
        assertEquals(i, owner.read(i));
        assertTrue(Thread.interrupted(), "the interrupt is still there after page " + i);
      }
    }
  }

  @Test
  void aReaderOfAnEvictedFrameFailsToValidate() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      long pid = owner.create(1);
      int frame = pool.frameOf(pid);
      long version = pool.latches().optimistic(frame);
      assertEquals(pid, pool.pidAt(frame));
      for (int i = 0; i < 500; i++) {
        owner.create(i);
      }
      assertFalse(pool.isResident(pid));
      assertFalse(pool.latches().validate(frame, version));
      assertEquals(1, owner.read(pid));
      assertTrue(pool.isResident(pid));
    }
  }

  @Test
  void aCheckpointInARealFileComesBack() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 1500; i++) {
        owner.create(i);
      }
      pool.beginCheckpoint();
      for (int i = 1; i <= 1500; i++) {
        owner.set((long) i, 0);
      }
      pool.completeCheckpoint(new byte[] {42});
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(42, pool.state()[0]);
      assertEquals(1500, pool.livePages());
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 1500; i++) {
        assertEquals(i, owner.read(i));
      }
    }
  }
}
