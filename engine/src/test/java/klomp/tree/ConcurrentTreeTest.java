package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers, readers, cursors and a sweep at once, on so few frames that pages come and go all the
 * time. Stable keys (a multiple of {@link #STABLE}) have one version from the start.
 */
final class ConcurrentTreeTest {

  private static final int WRITERS = 4;
  private static final int KEYS = 6000;
  private static final int STABLE = 10;
  private static final int WRITES = 5000;

  @TempDir Path path;

  private final AtomicLong xids = new AtomicLong(KEYS);
  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  @Test
  void stableKeysAreSeenOnceWhileOthersChange() throws Exception {
    long seed = TestTree.seed();
    try (TestTree test = new TestTree(path, TestTree.FEWEST)) {
      for (int i = 0; i < KEYS; i += STABLE) {
        test.tree.insert(TestTree.key(i), i + 1, i + 1, value(i, i + 1));
      }
      List<Together.Task> tasks = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        tasks.add(() -> write(test, number, new SplittableRandom(seed + number)));
      }
      tasks.add(() -> scan(test, false));
      tasks.add(() -> scan(test, true));
      tasks.add(() -> read(test, new SplittableRandom(seed + 100)));
      tasks.add(() -> sweep(test));
      Together.run(tasks);
      test.check();
      scanOnce(test, false);
      test.ledger.horizon = Long.MAX_VALUE;
      test.sweep();
      test.sweep();
      TreeCheck check = test.check();
      assertEquals(check.keys(), check.versions());
    }
  }

  /** Each writer has its own keys; what it wrote it reads back. */
  private void write(TestTree test, int writer, SplittableRandom random) {
    try {
      for (int i = 0; i < WRITES; i++) {
        int number = random.nextInt(KEYS / WRITERS) * WRITERS + writer;
        if (number % STABLE == 0) {
          continue;
        }
        long xid = xids.incrementAndGet();
        boolean delete = random.nextInt(3) == 0;
        byte[] value = delete ? null : value(number, xid);
        test.tree.insert(TestTree.key(number), xid, xid, value);
        assertArrayEquals(
            value, test.tree.read(TestTree.key(number), test.ledger.snapshot(Long.MAX_VALUE)));
      }
    } finally {
      writing.decrementAndGet();
    }
  }

  private static byte[] value(long number, long xid) {
    int length = xid % 500 == 7 ? 20_000 : (int) (20 + (number * 7 + xid) % 180);
    byte[] value = new byte[length];
    new SplittableRandom(number * 31 + xid).nextBytes(value);
    value[0] = (byte) number;
    value[1] = (byte) (number >> 8);
    return value;
  }

  private void scan(TestTree test, boolean reverse) {
    do {
      scanOnce(test, reverse);
    } while (writing.get() > 0);
  }

  private static void scanOnce(TestTree test, boolean reverse) {
    TreeCursor cursor =
        test.tree.cursor(null, null, reverse, false, test.ledger.snapshot(Long.MAX_VALUE));
    int expected = reverse ? KEYS - STABLE : 0;
    int last = reverse ? KEYS : -1;
    while (cursor.next()) {
      int number = Integer.parseInt(new String(cursor.key(), 3, 12));
      assertTrue(reverse ? number < last : number > last, "keys come in order, each once");
      last = number;
      assertEquals(number & 0xFFFF, cursor.value()[0] & 0xFF | (cursor.value()[1] & 0xFF) << 8);
      if (number % STABLE == 0) {
        assertEquals(expected, number);
        expected += reverse ? -STABLE : STABLE;
      }
    }
    assertEquals(reverse ? -STABLE : KEYS, expected);
  }

  private void read(TestTree test, SplittableRandom random) {
    while (writing.get() > 0) {
      int number = random.nextInt(KEYS / STABLE) * STABLE;
      assertArrayEquals(
          value(number, number + 1),
          test.tree.read(TestTree.key(number), test.ledger.snapshot(KEYS)));
    }
  }

  private void sweep(TestTree test) {
    while (writing.get() > 0) {
      // Reads of the newest version hold no snapshot; they need what is newest, which stays.
      test.ledger.horizon = xids.get() - 200;
      test.sweep();
    }
  }
}
