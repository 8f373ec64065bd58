package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import klomp.api.CorruptStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Damage is found, and named with its page. */
final class TreeCheckTest {

  @TempDir Path path;
  private TestTree test;

  @BeforeEach
  void open() throws Exception {
    test = new TestTree(path, 256);
    for (int i = 0; i < 2000; i++) {
      test.tree.insert(TestTree.key(i), i + 1, i + 1, new byte[50]);
    }
    test.check();
  }

  @AfterEach
  void close() {
    test.close();
  }

  private void change(long pid, Consumer<ByteBuffer> change) {
    int frame = test.pool.frameOf(pid);
    test.pool.latches().lock(frame);
    test.pool.beforeChange(frame);
    change.accept(test.pool.bytes(frame));
    test.pool.latches().unlock(frame);
  }

  private long leaf(int index) {
    return Inner.child(test.pool.bytes(test.pool.frameOf(test.tree.rootPid())), index);
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        damage("out of order", leaf -> swap(leaf, 3, 4)),
        damage("kind", leaf -> leaf.put(NodeLayout.KIND, (byte) 2)),
        damage("level", leaf -> leaf.put(NodeLayout.LEVEL, (byte) 1)),
        damage("lower fence", leaf -> leaf.putLong(NodeLayout.LOWER_STAMP, 7)),
        damage("upper fence", leaf -> leaf.putLong(NodeLayout.UPPER_STAMP, 7)),
        damage("prefix", leaf -> leaf.putShort(NodeLayout.PREFIX, (short) 0)),
        damage("gap", leaf -> leaf.putShort(NodeLayout.COUNT, (short) 5)),
        damage("heap", leaf -> leaf.putShort(NodeLayout.GARBAGE, (short) 9)),
        damage("head", leaf -> leaf.putInt(Node.slot(0), 1)),
        damage(
            "flags", leaf -> leaf.put(Node.record(leaf, 0) + NodeLayout.LEAF_FLAGS, (byte) 0x60)),
        damage(
            "outside",
            leaf -> leaf.putShort(Node.slot(7) + NodeLayout.SLOT_OFFSET, (short) 0xFFF0)));
  }

  private static Arguments damage(String word, Consumer<ByteBuffer> change) {
    return Arguments.of(word, change);
  }

  private static void swap(ByteBuffer leaf, int one, int other) {
    long slot = leaf.getLong(Node.slot(one));
    leaf.putLong(Node.slot(one), leaf.getLong(Node.slot(other)));
    leaf.putLong(Node.slot(other), slot);
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damageToALeafIsNamedWithItsPage(String word, Consumer<ByteBuffer> damage) {
    long pid = leaf(2);
    change(pid, damage);
    TreeCheck check = test.tree.check();
    assertFalse(check.problems().isEmpty());
    assertTrue(
        check.problems().stream()
            .anyMatch(problem -> problem.startsWith("page " + pid) && problem.contains(word)),
        check.problems()::toString);
  }

  @Test
  void twoWaysToOnePageAreAProblem() {
    long first = leaf(0);
    change(test.tree.rootPid(), root -> root.putLong(Node.record(root, 0) + 8, first));
    assertTrue(test.tree.check().problems().contains("page " + first + ": two pages lead to it"));
  }

  @Test
  void aReadOfADamagedPageFailsWithItsNumber() {
    long pid = leaf(2);
    change(
        pid,
        leaf -> {
          for (int i = 0; i < Node.count(leaf); i++) {
            leaf.putShort(Node.slot(i) + NodeLayout.SLOT_OFFSET, (short) 0x7FF0);
          }
        });
    int failed = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] key = TestTree.key(i);
      try {
        test.tree.read(key, test.ledger.snapshot(9999));
      } catch (CorruptStoreException e) {
        assertTrue(e.getMessage().contains("page " + pid), e.getMessage());
        failed++;
      }
    }
    assertTrue(failed > 50, failed + " reads failed");
    assertThrows(
        CorruptStoreException.class,
        () -> {
          TreeCursor cursor =
              test.tree.cursor(null, null, false, false, test.ledger.snapshot(9999));
          while (cursor.next()) {
            assertEquals(50, cursor.value().length);
          }
        });
  }
}
