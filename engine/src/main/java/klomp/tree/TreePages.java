package klomp.tree;

import java.util.concurrent.locks.LockSupport;
import klomp.api.CorruptStoreException;
import klomp.page.PagePool;
import klomp.sync.VersionLatches;

/**
 * The pages of one tree: the pool, its latches and the root, whose number never changes.
 *
 * @param rootPid the page that is the root, leaf or inner
 * @param garbage what is known of versions that pruning may find
 */
record TreePages(PagePool pool, VersionLatches latches, long rootPid, Garbage garbage) {

  private static final int SPINS = 16;
  private static final int YIELDS = 64;
  private static final long PARK_NANOS = 50_000;

  TreePages(PagePool pool, long rootPid) {
    this(pool, pool.latches(), rootPid, new Garbage());
  }

  /** Waits a moment before the attempt number {@code tries}; not at all before the first one. */
  static void pause(int tries) {
    if (tries == 0) {
      return;
    }
    if (tries < SPINS) {
      Thread.onSpinWait();
    } else if (tries < YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  static CorruptStoreException corrupt(long pid, String what, Throwable cause) {
    return new CorruptStoreException("page " + pid + " of the tree: " + what, cause);
  }

  static CorruptStoreException corrupt(long pid, IndexOutOfBoundsException cause) {
    return corrupt(pid, "an offset or length leads outside the page", cause);
  }
}
