package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TreeCursorTest {

  @TempDir Path path;
  private TestTree test;
  private long xid;

  @BeforeEach
  void open() throws Exception {
    test = new TestTree(path, 256);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void put(int number) {
    xid++;
    test.tree.insert(TestTree.key(number), xid, xid, TestTree.bytes("value" + number));
  }

  private TreeCursor cursor(boolean reverse) {
    return test.tree.cursor(null, null, reverse, false, test.ledger.snapshot(Long.MAX_VALUE));
  }

  private static int number(TreeCursor cursor) {
    return Integer.parseInt(new String(cursor.key(), 3, 12));
  }

  @Test
  void anEmptyTreeAndAnEmptyRangeHaveNothing() {
    assertFalse(cursor(false).next());
    assertFalse(cursor(true).next());
    put(5);
    for (boolean reverse : new boolean[] {false, true}) {
      byte[] five = TestTree.key(5);
      assertFalse(test.tree.cursor(five, five, reverse, false, test.ledger.snapshot(9)).next());
      assertFalse(
          test.tree
              .cursor(TestTree.key(6), TestTree.key(4), reverse, false, test.ledger.snapshot(9))
              .next());
    }
  }

  @Test
  void boundsAreInclusiveAndExclusive() {
    for (int i = 0; i < 1000; i++) {
      put(i);
    }
    for (boolean reverse : new boolean[] {false, true}) {
      TreeCursor cursor =
          test.tree.cursor(
              TestTree.key(100), TestTree.key(900), reverse, true, test.ledger.snapshot(xid));
      for (int i = 0; i < 800; i++) {
        assertTrue(cursor.next());
        assertEquals(reverse ? 899 - i : 100 + i, number(cursor));
        assertNull(cursor.value());
      }
      assertFalse(cursor.next());
      assertFalse(cursor.next());
      assertNull(cursor.key());
    }
  }

  /** Writes ahead of the cursor are seen, those behind it are not, wherever leaves are split. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ownWritesAheadAreSeen(boolean reverse) {
    SplittableRandom random = new SplittableRandom(TestTree.seed());
    TreeSet<Integer> present = new TreeSet<>();
    for (int i = 0; i < 3000; i += 3) {
      put(i);
      present.add(i);
    }
    TreeCursor cursor = cursor(reverse);
    Integer at = reverse ? Integer.valueOf(1 << 20) : Integer.valueOf(-1);
    while (true) {
      Integer expected = reverse ? present.lower(at) : present.higher(at);
      if (expected == null) {
        assertFalse(cursor.next());
        break;
      }
      assertTrue(cursor.next());
      assertEquals(expected, number(cursor));
      assertArrayEquals(TestTree.bytes("value" + expected), cursor.value());
      at = expected;
      for (int i = random.nextInt(3); i > 0; i--) {
        int near = at + random.nextInt(41) - 20;
        int other = random.nextInt(8) == 0 ? random.nextInt(4000) : Math.max(0, near);
        if (random.nextInt(3) == 0) {
          xid++;
          test.tree.insert(TestTree.key(other), xid, xid, null);
          present.remove(other);
        } else if (other < 4000) {
          put(other);
          present.add(other);
        }
      }
    }
    test.check();
  }

  @Test
  void aKeyWhoseVersionsSpanManyLeavesIsSeenOnce() {
    byte[][] keys = {TestTree.bytes("a"), TestTree.bytes("b"), TestTree.bytes("c")};
    List<Long> snapshots = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      byte[] key = keys[i % 3];
      xid++;
      test.tree.insert(key, xid, xid, TestTree.bytes(xid + "x".repeat(90)));
      if (i >= 3) {
        snapshots.add(xid);
      }
    }
    assertTrue(test.check().leaves() > 9);
    Collections.shuffle(snapshots, new java.util.Random(TestTree.seed()));
    for (long snapshot : snapshots.subList(0, 100)) {
      for (boolean reverse : new boolean[] {false, true}) {
        TreeCursor cursor =
            test.tree.cursor(null, null, reverse, false, test.ledger.snapshot(snapshot));
        for (int i = 0; i < 3; i++) {
          byte[] key = keys[reverse ? 2 - i : i];
          assertTrue(cursor.next());
          assertArrayEquals(key, cursor.key());
          assertArrayEquals(test.tree.read(key, test.ledger.snapshot(snapshot)), cursor.value());
        }
        assertFalse(cursor.next());
      }
    }
  }

  @Test
  void aCursorGoesOnAfterTheLeavesBehindItAreMergedAway() {
    for (int i = 0; i < 5000; i++) {
      put(i);
    }
    TreeCursor cursor = cursor(false);
    long horizon = xid;
    for (int i = 0; i < 5000; i++) {
      assertTrue(cursor.next());
      assertEquals(i, number(cursor));
      xid++;
      test.tree.insert(TestTree.key(i), xid, xid, null);
      if (i % 500 == 499) {
        test.ledger.horizon = xid;
        test.sweep();
      }
    }
    assertFalse(cursor.next());
    assertTrue(test.ledger.horizon > horizon);
    assertEquals(1, test.check().leaves());
  }

  @Test
  void valuesAreCopies() {
    put(1);
    byte[] value = test.tree.read(TestTree.key(1), test.ledger.snapshot(9));
    Arrays.fill(value, (byte) 0);
    assertArrayEquals(
        TestTree.bytes("value1"), test.tree.read(TestTree.key(1), test.ledger.snapshot(9)));
  }
}
