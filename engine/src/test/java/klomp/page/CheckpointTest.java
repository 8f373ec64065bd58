package klomp.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;

final class CheckpointTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  private static PagePool open(CrashHost host) {
    return PagePool.open(host, host, "pages", SMALLEST, new Metrics());
  }

  @Test
  void aNewPoolIsDurableAndHasNoState() {
    CrashHost host = new CrashHost();
    open(host).close();
    CrashHost after = host.crash(new SplittableRandom(1));
    try (PagePool pool = open(after)) {
      assertNull(pool.state());
      assertEquals(0, pool.livePages());
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
  void whatACrashLeftOfMakingTheFileIsReplaced() {
    CrashHost host = new CrashHost();
    host.setContent("pages.new", new byte[] {1, 2, 3});
    open(host).close();
    assertEquals(List.of("pages"), host.list());
  }

  @Test
  void onlyOneCheckpointIsUnderWay() {
    try (PagePool pool = open(new CrashHost())) {
      assertThrows(IllegalStateException.class, () -> pool.completeCheckpoint(null));
      pool.beginCheckpoint();
      assertThrows(IllegalStateException.class, pool::beginCheckpoint);
      pool.completeCheckpoint(null);
    }
  }

  @Test
  void aPageThatDoesNotChangeIsNotWrittenAgain() {
    Metrics metrics = new Metrics();
    CrashHost host = new CrashHost();
    try (PagePool pool = PagePool.open(host, host, "pages", SMALLEST, metrics)) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= 40; i++) {
        owner.create(i);
      }
      pool.beginCheckpoint();
      pool.completeCheckpoint(null);
      long before = metrics.snapshot().get("page.bytesWritten");
      pool.beginCheckpoint();
      pool.completeCheckpoint(null);
      // The index in its unit, and the root block.
      long written = metrics.snapshot().get("page.bytesWritten") - before;
      assertTrue(written <= RootLayout.BYTES + Place.UNIT, written + " bytes");
    }
  }
}
