package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens to a page between the copy that the page writer takes and the end of its write. */
final class PageInFlightTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  private final CrashHost host = new CrashHost();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final CountDownLatch inFlight = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @AfterEach
  void stop() {
    goOn.countDown();
    executor.shutdownNow();
  }

  private PagePool open(Metrics metrics) {
    return PagePool.open(host, host, "pages", SMALLEST, metrics);
  }

  /** Has the page writer stand still once it has copied page {@code pid}. */
  private void stopAt(PagePool pool, long pid) {
    pool.setWriteFilter(
        copy -> {
          if (copy.getLong(PagePool.PID) == pid && inFlight.getCount() > 0) {
            inFlight.countDown();
            try {
              assertTrue(goOn.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }
        });
  }

  private static void finish(Future<?> future) throws Exception {
    future.get(30, TimeUnit.SECONDS);
  }

  @Test
  void freedAfterTheInstantItIsStillInTheCheckpoint() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      long pid = owner.create(5);
      stopAt(pool, pid);
      pool.beginCheckpoint();
      Future<?> checkpoint = executor.submit(() -> pool.completeCheckpoint(null));
      assertTrue(inFlight.await(30, TimeUnit.SECONDS));
      owner.free(pid);
      assertEquals(pid, owner.create(6), "the number is used again at once");
      goOn.countDown();
      finish(checkpoint);
      assertEquals(6, owner.read(pid));
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(5, new CounterPages(pool).read(1));
    }
  }

  @Test
  void changedAfterTheInstantTheCheckpointHasTheOldStateWithoutAnotherCopy() throws Exception {
    Metrics metrics = new Metrics();
    try (PagePool pool = open(metrics)) {
      CounterPages owner = new CounterPages(pool);
      long pid = owner.create(5);
      stopAt(pool, pid);
      pool.beginCheckpoint();
      Future<?> checkpoint = executor.submit(() -> pool.completeCheckpoint(null));
      assertTrue(inFlight.await(30, TimeUnit.SECONDS));
      owner.set(pid, 6);
      goOn.countDown();
      finish(checkpoint);
      assertEquals(0, metrics.snapshot().get("page.copies"));
      assertEquals(6, owner.read(pid));
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(5, new CounterPages(pool).read(1));
    }
  }

  @Test
  void freedBeforeTheInstantItIsNotInTheCheckpoint() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      long pid = owner.create(5);
      stopAt(pool, pid);
      // Nearly as many pages as frames: the page writer begins to clean, the first one included.
      for (int i = 0; i < 61; i++) {
        owner.create(i);
      }
      assertTrue(inFlight.await(30, TimeUnit.SECONDS));
      owner.free(pid);
      pool.beginCheckpoint();
      goOn.countDown();
      pool.completeCheckpoint(null);
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(PagePool.NO_FRAME, pool.frameOf(1));
    }
  }

  @Test
  void withAllSideCopiesInUseTheNextChangeWaitsAndGoesOn() throws Exception {
    Metrics metrics = new Metrics();
    int pages = 50;
    try (PagePool pool = open(metrics)) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= pages; i++) {
        owner.create(i);
      }
      pool.beginCheckpoint();
      // There are 16 buffers; the page writer writes them though nobody completes the checkpoint.
      for (int i = 1; i <= pages; i++) {
        owner.set((long) i, i + 1);
      }
      assertEquals(pages, metrics.snapshot().get("page.copies"));
      pool.completeCheckpoint(null);
    }
    try (PagePool pool = open(new Metrics())) {
      for (int i = 1; i <= pages; i++) {
        assertEquals(i, new CounterPages(pool).read(i));
      }
    }
  }

  @Test
  void cleaningGoesOnWhileACheckpointIsUnderWay() throws Exception {
    try (PagePool pool = open(new Metrics())) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 40; i++) {
        owner.create(i);
      }
      pool.beginCheckpoint();
      for (int i = 41; i <= 1000; i++) {
        owner.create(i);
      }
      for (int i = 1; i <= 1000; i++) {
        owner.set((long) i, 2 * i);
      }
      pool.completeCheckpoint(null);
      for (int i = 1; i <= 1000; i++) {
        assertEquals(2 * i, owner.read(i));
      }
    }
    try (PagePool pool = open(new Metrics())) {
      assertEquals(40, pool.livePages());
      for (int i = 1; i <= 40; i++) {
        assertEquals(i, new CounterPages(pool).read(i));
      }
    }
  }
}
