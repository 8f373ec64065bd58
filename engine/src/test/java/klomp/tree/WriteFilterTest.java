package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import klomp.page.PagePool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriteFilterTest {

  private static final byte[] KEY = TestTree.bytes("key");

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

  /** The root leaf as it would be written. */
  private ByteBuffer written() {
    ByteBuffer copy = ByteBuffer.allocateDirect(PagePool.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int frame = test.pool.frameOf(test.tree.rootPid());
    copy.put(0, test.pool.bytes(frame), 0, PagePool.PAGE_BYTES);
    new WriteFilter(test.ledger).beforeWrite(copy);
    assertEquals(Node.slot(Node.count(copy)), Node.u16(copy, PagePool.GAP_START));
    return copy;
  }

  private static List<Long> stamps(ByteBuffer leaf) {
    List<Long> stamps = new ArrayList<>();
    for (int i = 0; i < Node.count(leaf); i++) {
      stamps.add(Node.stamp(leaf, i));
    }
    return stamps;
  }

  @Test
  void onlyHintsOfWhatIsDurableReachTheDisk() {
    for (long xid = 1; xid <= 4; xid++) {
      byte[] key = TestTree.key(xid);
      test.tree.insert(key, xid, xid, new byte[10]);
      test.tree.read(key, test.ledger.snapshot(9));
    }
    test.ledger.horizon = 3;
    test.ledger.durable = 2;
    ByteBuffer leaf = written();
    assertEquals(4, Node.count(leaf));
    for (int i = 0; i < 4; i++) {
      int hint = Leaf.hint(Leaf.info(leaf, Node.record(leaf, i)));
      assertEquals(i < 2 ? VersionJudge.HINT_COMMITTED : 0, hint);
    }
  }

  @Test
  void versionsAreTakenOutOnlyByWhatIsDurable() {
    for (long xid = 1; xid <= 5; xid++) {
      test.tree.insert(KEY, xid, xid, new byte[100]);
    }
    test.ledger.aborted.add(4L);
    test.ledger.horizon = 5;
    test.ledger.durable = 3;
    assertEquals(List.of(5L, 4L, 3L), stamps(written()));
    test.ledger.durable = 5;
    ByteBuffer leaf = written();
    assertEquals(List.of(5L), stamps(leaf));
    assertTrue(Node.gap(leaf) > Node.gap(test.pool.bytes(test.pool.frameOf(test.tree.rootPid()))));
  }

  @Test
  void aVersionWithOverflowPagesStaysAndSoDoesTheTombstoneBeforeIt() {
    test.tree.insert(KEY, 1, 1, new byte[20_000]);
    test.tree.insert(KEY, 2, 2, new byte[100]);
    test.tree.insert(KEY, 3, 3, null);
    test.ledger.horizon = 3;
    assertEquals(List.of(3L, 1L), stamps(written()));
    test.sweep();
    assertEquals(List.of(), stamps(written()));
    assertEquals(1, test.check().pages());
  }
}
