package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How full pages become, and that nothing is lost on the way. */
final class LoadTest {

  private static final int KEYS = 40_000;

  @TempDir Path path;

  private void load(String prefix, int[] order, int valueBytes, double expectedFill)
      throws Exception {
    try (TestTree test = new TestTree(path, 2048)) {
      for (int i = 0; i < order.length; i++) {
        byte[] value = new byte[valueBytes + order[i] % 3];
        test.tree.insert(key(prefix, order[i]), i + 1, i + 1, value);
      }
      VersionJudge judge = test.ledger.snapshot(Long.MAX_VALUE);
      TreeCursor cursor = test.tree.cursor(null, null, false, false, judge);
      for (int i = 0; i < order.length; i++) {
        assertTrue(cursor.next(), () -> "missing");
        assertArrayEquals(key(prefix, i), cursor.key());
        assertEquals(valueBytes + i % 3, cursor.value().length);
      }
      assertFalse(cursor.next());
      TreeCheck check = test.check();
      assertEquals(order.length, check.versions());
      assertTrue(check.leafFill() > expectedFill, "leaves are full to " + check.leafFill());
    }
  }

  private static byte[] key(String prefix, int i) {
    return TestTree.bytes(prefix + String.format("%08d", i));
  }

  private static int[] ascending(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    return order;
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] order = ascending(count);
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    return order;
  }

  @Test
  void ascendingKeysFillTheirLeaves() throws Exception {
    load("key", ascending(KEYS), 100, 0.9);
  }

  @Test
  void ascendingKeysWithALongPrefixAreAllThere() throws Exception {
    // The last leaf has no upper fence, hence no prefix; it gets one when it is split, and then
    // its keys shrink: so these leaves cannot be full.
    load("p".repeat(1500), ascending(4000), 400, 0.3);
  }

  @Test
  void descendingKeysFillTheirLeaves() throws Exception {
    int[] order = ascending(KEYS);
    for (int i = 0; i < KEYS; i++) {
      order[i] = KEYS - 1 - i;
    }
    load("key", order, 100, 0.9);
  }

  @Test
  void ascendingKeysOfSeveralGroupsFillTheirLeaves() throws Exception {
    int groups = 4;
    int[] order = new int[KEYS];
    for (int i = 0; i < KEYS; i++) {
      int run = i / 40;
      order[i] = run % groups * (KEYS / groups) + run / groups * 40 + i % 40;
    }
    load("key", order, 100, 0.8);
  }

  @Test
  void keysInRandomOrderFillTheirLeavesToTwoThirds() throws Exception {
    load("key", shuffled(KEYS, new SplittableRandom(TestTree.seed())), 100, 0.6);
  }
}
