package klomp.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
