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

  /** So often a leaf that others are busy with is tried; all within the checkpoint gate. */
  private static final int MERGE_ATTEMPTS = 24;

  private final TreePages pages;
  private final VersionFates fates;
  private final TreeCounters counters;
  private final Descent descent;
  private Position at;

  /** Where a sweep over a part ends, unless it has to see the end of a key; null: nowhere. */
  private final Position until;

  /** A key that goes on in the next leaf, and the version of it that hides the most; or null. */
  private byte[] key;

  private Pruning.Cover cover;

  /** It is settled and a tombstone, kept only for what may be behind its leaf. */
  private boolean coverIsTombstone;

  private long prunedVersions;
  private long supersededBytes;
  private int superseded;
  private int unmerged;
  private int stuck;
  private long keptVersions;

  TreeSweep(
      TreePages pages, VersionFates fates, TreeCounters counters, Position from, Position until) {
    this.pages = pages;
    this.fates = fates;
    this.counters = counters;
    this.descent = new Descent(pages);
    this.at = from;
    this.until = until;
  }

  /** Over the leaf that has the place; from the first version of its first key on. */
  static TreeSweep around(
      TreePages pages, VersionFates fates, TreeCounters counters, byte[] key, long stamp) {
    Descent descent = new Descent(pages);
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      descent.toLeaf(key, stamp);
      try {
        Position lower = Node.lower(descent.page);
        Position upper = Node.upper(descent.page);
        if (descent.valid()) {
          return new TreeSweep(pages, fates, counters, Position.before(lower.key()), upper);
        }
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
      }
    }
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
    if (at != null && until != null && key == null && at.compareTo(until) >= 0) {
      at = null;
    }
    return at != null;
  }

  /** How many versions the sweep took out so far. */
  public long prunedVersions() {
    return prunedVersions;
  }

  /**
   * Bytes of versions that the sweep saw and had to leave, though newer ones hide them from all to
   * come.
   */
  public long supersededBytes() {
    return supersededBytes;
  }

  /** How many empty leaves it left because their neighbours had no room for a shorter prefix. */
  public int stuck() {
    return stuck;
  }

  /** How many versions the sweep saw and left. */
  public long keptVersions() {
    return keptVersions;
  }

  /** How many leaves it left sparse because others were busy with them or their neighbours. */
  public int unmerged() {
    return unmerged;
  }

  /** How many versions {@link #supersededBytes} are the bytes of. */
  public int superseded() {
    return superseded;
  }

  private boolean attempt() {
    descent.toLeaf(at.key(), at.stamp());
    Pruning pruning;
    Position upper;
    boolean continued;
    boolean sparse;
    try {
      pruning = Pruning.observe(descent.page);
      upper = Node.upper(descent.page);
      continued = key != null && Node.count(descent.page) > 0 && Leaf.hasKey(descent.page, 0, key);
      sparse = Node.used(descent.page) < Merger.SPARSE;
    } catch (IndexOutOfBoundsException e) {
      descent.requireTorn(e);
      return false;
    }
    if (!descent.valid()) {
      return false;
    }
    pruning.decide(fates::fate, continued ? cover : Pruning.Cover.NONE, false);
    if (!apply(pruning)) {
      return false;
    }
    supersededBytes += pruning.supersededBytes();
    superseded += pruning.superseded();
    keptVersions += pruning.kept();
    if (sparse || pruning.dropped() > 0) {
      merge(at);
    }
    carry(pruning, upper);
    at = upper;
    return true;
  }

  private boolean apply(Pruning pruning) {
    if (pruning.dropped() > 0) {
      if (!Inserter.apply(pages, descent, pruning, counters)) {
        return false;
      }
      prunedVersions += pruning.dropped();
    }
    return true;
  }

  private void merge(Position place) {
    Merger merger = new Merger(pages, counters);
    int busy = 0;
    while (busy < MERGE_ATTEMPTS) {
      Merger.Outcome outcome = merger.mergeIfSparse(place.key(), place.stamp(), 0);
      if (outcome == Merger.Outcome.NOTHING) {
        return;
      }
      if (outcome == Merger.Outcome.NO_ROOM) {
        stuck++;
        return;
      }
      if (outcome == Merger.Outcome.BUSY) {
        TreePages.pause(++busy);
      }
    }
    unmerged++;
  }

  /** What the next leaf must know of this one. */
  private void carry(Pruning pruning, Position upper) {
    if (pruning.lastContinues() && pruning.lastCover() != null) {
      key = upper.key();
      cover = pruning.lastCover();
      coverIsTombstone = pruning.lastIsTombstone();
    } else if (key != null && (upper == null || !Arrays.equals(key, upper.key()))) {
      // All that was behind a settled version was looked through, and is gone.
      for (int tries = 0; coverIsTombstone && !dropTombstone(); tries++) {
        TreePages.pause(tries);
      }
      key = null;
    }
  }

  /**
   * Drops a tombstone that was kept only because older versions might have been behind its leaf.
   */
  private boolean dropTombstone() {
    descent.toLeaf(key, cover.stamp());
    Pruning pruning;
    try {
      pruning = Pruning.observe(descent.page);
      if (Node.continuesBehind(descent.page, key)) {
        pruning.endsHere();
      }
    } catch (IndexOutOfBoundsException e) {
      descent.requireTorn(e);
      return false;
    }
    if (!descent.valid() || !apply(pruning.decide(fates::fate, Pruning.Cover.NONE, false))) {
      return false;
    }
    coverIsTombstone = false;
    merge(new Position(key, cover.stamp()));
    return true;
  }
}
