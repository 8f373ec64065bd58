package klomp.tree;

import java.nio.ByteBuffer;
import java.util.List;
import klomp.page.PagePool;

/**
 * Puts a version into its leaf: descends without latches, latches the leaf only, and only once it
 * knows that there is room. A full leaf is pruned first, and split if that does not help. Used by
 * one thread.
 */
final class Inserter {

  /** Pruning that gives back less than this is not worth a rewrite: the leaf would be full soon. */
  private static final int WORTH_PRUNING = PagePool.PAGE_BYTES / 16;

  private final TreePages pages;
  private final VersionFates fates;
  private final TreeCounters counters;
  private final Descent descent;

  Inserter(Descent descent, VersionFates fates, TreeCounters counters) {
    this.pages = descent.pages;
    this.fates = fates;
    this.counters = counters;
    this.descent = descent;
  }

  /**
   * Adds a version where the descent stands, if it still stands there and there is room.
   *
   * @param index the slot before all versions of the key on the leaf, none of which is newer
   * @return false if nothing was done: the long way has to be gone
   */
  boolean insertHere(int index, byte[] key, Version version) {
    ByteBuffer page = descent.page;
    int need;
    try {
      // With versions of the key behind this leaf, its place may be there.
      if (Node.continuesBehind(page, key)) {
        return false;
      }
      need = Leaf.entryBytes(page, key, version);
      if (need > Node.free(page)) {
        return false;
      }
    } catch (IndexOutOfBoundsException e) {
      descent.requireTorn(e);
      return false;
    }
    return add(index, need, key, version);
  }

  /** Whether the version is there already. */
  boolean contains(byte[] key, long stamp) {
    while (true) {
      descent.toLeaf(key, stamp);
      try {
        boolean present = isAt(Leaf.search(descent.page, key, stamp), key, stamp);
        if (descent.valid()) {
          return present;
        }
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
      }
    }
  }

  /**
   * Adds a version.
   *
   * @return whether it was not there yet
   */
  boolean insert(byte[] key, Version version) {
    boolean pruned = false;
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      descent.toLeaf(key, version.stamp());
      ByteBuffer page = descent.page;
      int index;
      int need;
      int free;
      try {
        index = Leaf.search(page, key, version.stamp());
        if (isAt(index, key, version.stamp())) {
          if (descent.valid()) {
            return false;
          }
          continue;
        }
        need = Leaf.entryBytes(page, key, version);
        free = Node.free(page);
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
        continue;
      }
      if (need <= free) {
        if (add(index, need, key, version)) {
          if (pruned) {
            new Merger(pages, counters).mergeIfSparse(key, version.stamp(), 0);
          }
          return true;
        }
      } else if (prune()) {
        pruned = true;
      } else if (descent.valid()) {
        new Splitter(pages, counters).split(new Position(key, version.stamp()), 0, need);
        tries = 0;
      }
    }
  }

  private boolean isAt(int index, byte[] key, long stamp) {
    ByteBuffer page = descent.page;
    return index < Node.count(page)
        && Node.stamp(page, index) == stamp
        && Leaf.hasKey(page, index, key);
  }

  /** Adds the version at {@code index}, if the page is still as it was when that was found. */
  private boolean add(int index, int need, byte[] key, Version version) {
    if (!descent.latch()) {
      return false;
    }
    long superseded;
    boolean worthAVisit;
    try {
      pages.pool().beforeChange(descent.frame);
      if (need > Node.gap(descent.page)) {
        Splitter.compact(descent.page);
      }
      superseded = Leaf.insert(descent.page, index, key, version);
      worthAVisit = superseded > 0 && Garbage.isWorthAVisit(descent.page);
    } finally {
      pages.latches().unlock(descent.frame);
    }
    if (superseded > 0) {
      pages.garbage().add(superseded);
      if (worthAVisit) {
        pages.garbage().note(descent.pid, key, version.stamp(), version.xid());
      }
    }
    return true;
  }

  /** Prunes the leaf if it is still as it was and if it is worth it. */
  private boolean prune() {
    Pruning pruning;
    try {
      pruning = Pruning.observe(descent.page);
    } catch (IndexOutOfBoundsException e) {
      descent.requireTorn(e);
      return false;
    }
    if (!descent.valid()) {
      return false;
    }
    pruning.decide(fates::fate, Pruning.Cover.NONE, false);
    return pruning.droppedBytes() >= WORTH_PRUNING && apply(pages, descent, pruning, counters);
  }

  /**
   * Takes out of a leaf what was decided, if it is still as it was observed, and frees the overflow
   * pages that nobody refers to then.
   */
  static boolean apply(TreePages pages, Descent descent, Pruning pruning, TreeCounters counters) {
    if (!descent.latch()) {
      return false;
    }
    List<long[]> chains;
    try {
      pages.pool().beforeChange(descent.frame);
      chains = pruning.apply(descent.page);
    } finally {
      pages.latches().unlock(descent.frame);
    }
    counters.prunedVersions.add(pruning.dropped());
    pages.garbage().remove(pruning.reclaimedBytes());
    for (long[] chain : chains) {
      Overflow.free(pages, chain[0], chain[1]);
      counters.freedOverflowValues.increment();
    }
    return true;
  }
}
