package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import klomp.page.PagePool;
import klomp.sync.VersionLatches;

/**
 * The way from the root to a node, by optimistic lock coupling: nothing is latched; each node's
 * version is noted, and the parent is validated after the version of the child was noted, so that
 * the child was the right one at that moment. Afterwards {@link #page} may be read, and what was
 * read counts only if {@link #valid} says so afterwards.
 *
 * <p>Used by one thread, again and again.
 */
final class Descent {

  final TreePages pages;
  private final PagePool pool;
  private final VersionLatches latches;

  /** The node, its frame, and the version that was noted. */
  ByteBuffer page;

  int frame;
  long version;
  long pid;

  /** Its parent, likewise; frame -1 if the node is the root. */
  int parentFrame;

  long parentVersion;
  long parentPid;

  /** Which child of the parent the node is. */
  int childIndex;

  Descent(TreePages pages) {
    this.pages = pages;
    this.pool = pages.pool();
    this.latches = pages.latches();
  }

  /** To the leaf that has the place {@code (key, stamp)}. */
  void toLeaf(byte[] key, long stamp) {
    to(key, stamp, 0, false);
  }

  /** To the leaf that has what comes right before {@code bound}; null: to the last one. */
  void toLeafBelow(Position bound) {
    if (bound == null) {
      to(null, 0, 0, true);
    } else {
      to(bound.key(), bound.stamp(), 0, true);
    }
  }

  /**
   * To the node at {@code level} above the leaves that has the place; to the root, if that is
   * lower.
   */
  void to(byte[] key, long stamp, int level, boolean below) {
    for (int tries = 0; !attempt(key, stamp, level, below); tries++) {
      TreePages.pause(tries);
    }
  }

  private boolean attempt(byte[] key, long stamp, int target, boolean below) {
    parentFrame = -1;
    long at = pages.rootPid();
    int f = pool.frameOf(at);
    if (f == PagePool.NO_FRAME) {
      throw TreePages.corrupt(at, "the root is missing", null);
    }
    long v = latches.optimistic(f);
    if (pool.pidAt(f) != at) {
      return false;
    }
    int expected = -1;
    while (true) {
      ByteBuffer node = pool.bytes(f);
      long child;
      int index;
      int level;
      try {
        level = Node.level(node);
        int kind = Node.kind(node);
        if (kind != (level == 0 ? KIND_LEAF : KIND_INNER) || (expected >= 0 && level != expected)) {
          if (!latches.validate(f, v)) {
            return false;
          }
          throw TreePages.corrupt(at, "it is of kind " + kind + ", level " + level, null);
        }
        if (level <= target) {
          page = node;
          frame = f;
          version = v;
          pid = at;
          return latches.validate(f, v);
        }
        index = Inner.childIndex(node, key, stamp, below);
        child = Inner.child(node, index);
      } catch (IndexOutOfBoundsException e) {
        if (!latches.validate(f, v)) {
          return false;
        }
        throw TreePages.corrupt(at, e);
      }
      if (!latches.validate(f, v)) {
        return false;
      }
      int childFrame = pool.frameOf(child);
      if (childFrame == PagePool.NO_FRAME) {
        if (!latches.validate(f, v)) {
          return false;
        }
        throw TreePages.corrupt(at, "its child " + child + " does not exist", null);
      }
      long childVersion = latches.optimistic(childFrame);
      if (pool.pidAt(childFrame) != child || !latches.validate(f, v)) {
        return false;
      }
      parentFrame = f;
      parentVersion = v;
      parentPid = at;
      childIndex = index;
      f = childFrame;
      v = childVersion;
      at = child;
      expected = level - 1;
    }
  }

  boolean isRoot() {
    return parentFrame < 0;
  }

  /** Whether the node is still as it was when its version was noted. */
  boolean valid() {
    return latches.validate(frame, version);
  }

  /** Takes the latch of the node, if it is still as it was. */
  boolean latch() {
    return latches.tryUpgrade(frame, version);
  }

  /** Takes the latches of the parent and of the node, both or none. */
  boolean latchBoth() {
    if (!latches.tryUpgrade(parentFrame, parentVersion)) {
      return false;
    }
    if (latch()) {
      return true;
    }
    latches.unlockUnchanged(parentFrame);
    return false;
  }

  ByteBuffer parentPage() {
    return pool.bytes(parentFrame);
  }

  /** Records a hint if nobody else is busy with the page; else somebody will do it later. */
  void hint(int record, int hint) {
    if (latch()) {
      Leaf.setHint(page, record, hint);
      latches.unlockUnchanged(frame);
    }
  }

  /** After an {@link IndexOutOfBoundsException}: start again if the page changed, else give up. */
  void requireTorn(IndexOutOfBoundsException e) {
    if (valid()) {
      throw TreePages.corrupt(pid, e);
    }
  }
}
