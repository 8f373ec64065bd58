package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PruningTest {

  private static final byte[] KEY = TestTree.bytes("hot");

  @TempDir Path path;
  private TestTree test;

  @BeforeEach
  void open() throws Exception {
    test = new TestTree(path, 256);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void add(byte[] key, long xid, byte[] value) {
    test.tree.insert(key, xid, xid, value);
  }

  @Test
  void whatTheHorizonNeedsStaysAndNothingElse() {
    SplittableRandom random = new SplittableRandom(TestTree.seed());
    for (int run = 0; run < 300; run++) {
      byte[] key = TestTree.key(run);
      long first = run * 100L;
      List<Long> stamps = new ArrayList<>();
      List<Boolean> deletes = new ArrayList<>();
      for (long xid = first + 1; xid <= first + random.nextInt(20); xid++) {
        if (random.nextInt(4) == 0) {
          test.ledger.aborted.add(xid);
        }
        boolean delete = random.nextInt(4) == 0;
        add(key, xid, delete ? null : new byte[30]);
        stamps.add(0, xid);
        deletes.add(0, delete);
      }
      test.ledger.horizon = first + random.nextInt(20);
      List<Long> survivors = new ArrayList<>();
      for (int i = 0; i < stamps.size(); i++) {
        if (test.ledger.aborted.contains(stamps.get(i))) {
          continue;
        }
        boolean settled = stamps.get(i) <= test.ledger.horizon;
        if (!settled || !deletes.get(i)) {
          survivors.add(stamps.get(i));
        }
        if (settled) {
          break;
        }
      }
      test.sweep();
      assertEquals(survivors, StampCollector.of(test.tree, key));
    }
    test.check();
  }

  /** Over several leaves: chains of up to 400 versions, values of any size, tombstones. */
  @Test
  void ofWhatNoSnapshotInUseTakesNothingStays() {
    SplittableRandom random = new SplittableRandom(TestTree.seed());
    for (int run = 0; run < 60; run++) {
      byte[] key = TestTree.key(run);
      long first = test.ledger.horizon + 1;
      int versions = 1 + random.nextInt(400);
      long last = first + versions - 1;
      Model model = new Model(test.ledger);
      for (long xid = first; xid <= last; xid++) {
        if (random.nextInt(5) == 0) {
          test.ledger.aborted.add(xid);
        }
        byte[] value = random.nextInt(4) == 0 ? null : new byte[random.nextInt(300)];
        add(key, xid, value);
        model.add(key, xid, xid, value);
      }
      test.ledger.horizon = first - 1 + random.nextInt(versions);
      test.ledger.live.clear();
      for (int i = random.nextInt(8); i > 0; i--) {
        test.ledger.live.add(test.ledger.horizon + random.nextInt(versions));
      }
      test.ledger.live.removeIf(snapshot -> snapshot > last);
      test.sweep();
      List<Long> snapshots = new ArrayList<>(test.ledger.live);
      snapshots.add(test.ledger.horizon);
      for (long snapshot : snapshots) {
        assertArrayEquals(
            model.read(key, snapshot), test.tree.read(key, test.ledger.snapshot(snapshot)));
      }
      long newest = test.ledger.live.isEmpty() ? test.ledger.horizon : test.ledger.live.last();
      long unsettled = last - Math.max(first - 1, newest);
      int kept = StampCollector.of(test.tree, key).size();
      assertTrue(kept <= snapshots.size() + unsettled, kept + " versions for " + snapshots);
      test.ledger.live.clear();
      test.ledger.horizon = last;
    }
    test.sweep();
    test.check();
  }

  @Test
  void aKeyOverwrittenAMillionTimesStaysOnAPageOrTwo() {
    byte[] value = new byte[100];
    for (long xid = 1; xid <= 1_000_000; xid++) {
      add(KEY, xid, value);
      test.ledger.horizon = xid - 20;
    }
    TreeCheck check = test.check();
    assertTrue(check.pages() <= 2, check.pages() + " pages");
  }

  @Test
  void aTombstoneStaysWhileOlderVersionsAreOnTheNextLeaf() {
    for (long xid = 1; xid <= 1000; xid++) {
      add(KEY, xid, new byte[100]);
    }
    add(KEY, 1001, null);
    assertTrue(test.check().leaves() > 3);
    test.ledger.horizon = 1001;
    TreeSweep sweep = test.tree.sweep();
    while (sweep.step()) {
      assertNull(test.tree.read(KEY, test.ledger.snapshot(2000)));
    }
    assertNull(test.tree.read(KEY, test.ledger.snapshot(2000)));
    TreeCheck check = test.check();
    assertEquals(0, check.versions());
    assertEquals(1001, sweep.prunedVersions());
  }

  @Test
  void insertsIntoAFullLeafPruneItAndKeepATombstoneWhoseKeyGoesOn() {
    for (long xid = 1; xid <= 400; xid++) {
      add(KEY, xid, new byte[100]);
    }
    add(KEY, 401, null);
    test.ledger.horizon = 401;
    // These fill the leaf that has the tombstone until it is pruned.
    for (long xid = 402; xid <= 900; xid++) {
      add(TestTree.bytes("hos" + xid), xid, new byte[100]);
      assertNull(test.tree.read(KEY, test.ledger.snapshot(2000)));
    }
    for (long xid = 901; xid <= 1400; xid++) {
      add(TestTree.bytes("ho" + xid), xid, new byte[100]);
      assertNull(test.tree.read(KEY, test.ledger.snapshot(2000)));
    }
    test.check();
  }

  @Test
  void aQueueLeavesNoEmptyLeavesBehind() {
    long xid = 0;
    int length = 500;
    for (int i = 0; i < 40_000; i++) {
      add(TestTree.key(i), ++xid, new byte[100]);
      if (i >= length) {
        add(TestTree.key(i - length), ++xid, null);
      }
      test.ledger.horizon = xid - 50;
      if (i % 10_000 == 9999) {
        test.sweep();
        TreeCheck check = test.check();
        assertTrue(check.leaves() < 20, check.leaves() + " leaves after " + i);
      }
    }
    test.ledger.horizon = xid;
    for (int i = 40_000 - length; i < 40_000; i++) {
      add(TestTree.key(i), ++xid, null);
    }
    test.ledger.horizon = xid;
    test.sweep();
    test.sweep();
    TreeCheck check = test.check();
    assertEquals(0, check.versions());
    assertEquals(1, check.pages());
    assertEquals(1, check.depth());
  }

  @Test
  void aTreeOfThreeLevelsShrinksToOneLeafWhenAllIsDeleted() {
    long xid = 0;
    byte[] padding = new byte[1500];
    int keys = 3000;
    for (int i = 0; i < keys; i++) {
      byte[] key = new byte[1600];
      byte[] number = TestTree.key(i * 7919L % keys);
      System.arraycopy(number, 0, key, 1500, number.length);
      add(key, ++xid, padding);
    }
    assertTrue(test.check().depth() >= 3);
    for (int i = 0; i < keys; i++) {
      byte[] key = new byte[1600];
      byte[] number = TestTree.key(i);
      System.arraycopy(number, 0, key, 1500, number.length);
      add(key, ++xid, null);
      test.ledger.horizon = xid;
    }
    test.sweep();
    test.sweep();
    assertEquals(1, test.check().pages());
  }

  @Test
  void hintsAreRecordedAndGivenBack() {
    add(KEY, 1, new byte[1]);
    test.ledger.aborted.add(2L);
    add(KEY, 2, new byte[1]);
    assertArrayEquals(new byte[1], test.tree.read(KEY, test.ledger.snapshot(9)));
    StampCollector collector = new StampCollector();
    test.tree.read(KEY, collector);
    assertEquals(List.of(VersionJudge.HINT_ABORTED, VersionJudge.HINT_COMMITTED), collector.hints);
  }
}
