package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import klomp.api.CorruptStoreException;
import klomp.api.Limits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OverflowTest {

  private static final byte[] KEY = TestTree.bytes("key");

  @TempDir Path path;
  private TestTree test;

  @BeforeEach
  void open() throws Exception {
    test = new TestTree(path, TestTree.FEWEST);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private static byte[] value(int length) {
    byte[] value = new byte[length];
    new SplittableRandom(length).nextBytes(value);
    return value;
  }

  @Test
  void valuesOfEverySizeComeBack() {
    int inline = NodeLayout.MAX_LEAF_ENTRY;
    int page = Overflow.CAPACITY;
    int[] lengths = {
      0,
      1,
      2,
      inline - 50,
      inline - 31,
      inline - 30,
      inline,
      page - 1,
      page,
      page + 1,
      2 * page,
      2 * page + 1,
      1 << 20,
      Limits.MAX_VALUE_BYTES
    };
    long stamp = 0;
    for (int length : lengths) {
      byte[] key = TestTree.key(length);
      test.tree.insert(key, ++stamp, stamp, value(length));
      assertArrayEquals(value(length), test.tree.read(key, test.ledger.snapshot(stamp)));
    }
    TreeCursor cursor = test.tree.cursor(null, null, false, false, test.ledger.snapshot(stamp));
    for (int length : lengths) {
      assertTrue(cursor.next());
      assertArrayEquals(value(length), cursor.value());
    }
    test.check();
  }

  @Test
  void pagesOfPrunedValuesAreUsedAgain() {
    for (long xid = 1; xid <= 300; xid++) {
      test.tree.insert(KEY, xid, xid, value(200_000));
      test.ledger.horizon = xid;
      if (xid % 10 == 0) {
        test.sweep();
        assertTrue(test.check().pages() < 20);
      }
    }
  }

  @Test
  void aValueAddedTwiceTakesItsPagesOnce() {
    test.tree.insert(KEY, 5, 5, value(100_000));
    long pages = test.pool.livePages();
    test.tree.insert(KEY, 5, 5, value(100_000));
    assertEquals(pages, test.pool.livePages());
    test.check();
  }

  @Test
  void aDamagedChainIsReportedWithItsPage() {
    test.tree.insert(KEY, 5, 5, value(100_000));
    ByteBuffer leaf = test.pool.bytes(test.pool.frameOf(test.tree.rootPid()));
    long first =
        leaf.getLong(Node.record(leaf, 0) + NodeLayout.LEAF_RECORD + Node.suffixLength(leaf, 0));
    int frame = test.pool.frameOf(first);
    test.pool.latches().lock(frame);
    test.pool.beforeChange(frame);
    test.pool.bytes(frame).putLong(Overflow.OWNER, 6);
    test.pool.latches().unlock(frame);
    CorruptStoreException e =
        assertThrows(
            CorruptStoreException.class, () -> test.tree.read(KEY, test.ledger.snapshot(9)));
    assertTrue(e.getMessage().contains("page " + first), e.getMessage());
    assertEquals(1, test.tree.check().problems().size());
  }
}
