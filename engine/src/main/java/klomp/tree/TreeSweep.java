package klomp.tree;

import java.util.Arrays;

/**
 * Prunes a tree from its first leaf to its last, one leaf a step, and merges what became sparse. A
 * step leaves nothing out: when {@link #step} says that the sweep is over, every version was
 * examined that was in the tree when the sweep began and whose transaction was over by then.
 *
 * <p>A step changes pages, so its caller is inside the checkpoint gate; {@link #prefetch} before
 * that keeps most of the I/O outside. Used by one thread; others may read and write meanwhile.
 */
public final class TreeSweep {

  private final TreePages pages;
  private final VersionFates fates;
  private final TreeCounters counters;
  private final Descent descent;
  private Position at = Position.FIRST;

  /** A version that is known to be settled: older ones of its key need not be kept. */
  private Position settled;

  private long prunedVersions;

  TreeSweep(TreePages pages, VersionFates fates, TreeCounters counters) {
    this.pages = pages;
    this.fates = fates;
    this.counters = counters;
    this.descent = new Descent(pages);
  }

  /** Loads the leaf of the next step. */
  public void prefetch() {
    if (at != null) {
      descent.toLeaf(at.key(), at.stamp());
    }
  }

  /**
   * Prunes one leaf.
   *
   * @return whether there are more
   */
  public boolean step() {
    for (int tries = 0; at != null && !attempt(); tries++) {
      TreePages.pause(tries);
    }
    return at != null;
  }

  /** How many versions the sweep took out so far. */
  public long prunedVersions() {
    return prunedVersions;
  }

  private boolean attempt() {
    descent.toLeaf(at.key(), at.stamp());
    Pruning pruning;
    Position upper;
    boolean continues;
    boolean sparse;
    try {
      pruning = Pruning.observe(descent.page);
      upper = Node.upper(descent.page);
      continues =
          settled != null
              && Node.count(descent.page) > 0
              && Leaf.hasKey(descent.page, 0, settled.key());
      sparse = Node.used(descent.page) < Merger.SPARSE;
    } catch (IndexOutOfBoundsException e) {
      descent.requireTorn(e);
      return false;
    }
    if (!descent.valid()) {
      return false;
    }
    pruning.decide(fates::fate, continues ? settled.stamp() : 0, false);
    if (pruning.dropped() > 0) {
      if (!Inserter.apply(pages, descent, pruning, counters)) {
        return false;
      }
      prunedVersions += pruning.dropped();
      sparse = true;
    }
    if (sparse) {
      new Merger(pages, counters).mergeIfSparse(at.key(), at.stamp(), 0);
    }
    if (pruning.lastContinues() && pruning.lastSettledStamp() != 0) {
      settled = new Position(upper.key(), pruning.lastSettledStamp());
    } else if (settled != null && (upper == null || !Arrays.equals(settled.key(), upper.key()))) {
      settled = null;
    }
    at = upper;
    return true;
  }
}
