package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import klomp.host.Host;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import klomp.page.PagePool;

/** A tree on a real pool. */
final class TestTree implements AutoCloseable {

  static final int FEWEST = 64;

  final Ledger ledger = new Ledger();
  final PagePool pool;
  final VersionTree tree;

  /** Makes a tree, or opens the one that {@link #checkpoint} left. */
  TestTree(Path path, int frames) throws Exception {
    Host host = new SystemHost();
    pool =
        PagePool.open(
            host,
            host.directory(path),
            "pages",
            (long) frames * PagePool.PAGE_BYTES,
            new Metrics());
    byte[] state = pool.state();
    tree =
        state == null
            ? VersionTree.create(pool, ledger)
            : VersionTree.open(pool, ByteBuffer.wrap(state).getLong(), ledger);
  }

  /** Nobody changes the tree while this begins; {@code meanwhile} may, before it is complete. */
  void checkpoint(Runnable meanwhile) {
    pool.beginCheckpoint();
    meanwhile.run();
    pool.completeCheckpoint(ByteBuffer.allocate(8).putLong(tree.rootPid()).array());
  }

  static long seed() {
    long seed = Long.getLong("klomp.seed", new SystemHost().seed());
    System.out.println("seed: -Dklomp.seed=" + seed);
    return seed;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] key(long number) {
    return bytes(String.format("key%012d", number));
  }

  /** Nothing is wrong, and no page is lost. */
  TreeCheck check() {
    TreeCheck check = tree.check();
    assertEquals(List.of(), check.problems());
    assertEquals(pool.livePages(), check.pages(), "pages that nothing leads to");
    return check;
  }

  void sweep() {
    TreeSweep sweep = tree.sweep();
    do {
      sweep.prefetch();
    } while (sweep.step());
  }

  @Override
  public void close() {
    pool.close();
  }
}
