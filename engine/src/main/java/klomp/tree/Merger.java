package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import klomp.page.PagePool;
import klomp.sync.VersionLatches;

/**
 * Gives pages back: a sparse node takes in its right neighbour, or goes into its left one, below
 * the same parent. Latches parent, left and right node, in this order and only by trying; if one is
 * not to be had, the caller decides whether to try again. A root with one child takes its content
 * in. Used by one thread.
 */
final class Merger {

  /** A node that uses less than this is sparse. */
  static final int SPARSE = CONTENT_BYTES / 5 * 2;

  /** A merged node is at most this full, so that it is not split again at once. */
  private static final int MERGED = CONTENT_BYTES / 4 * 3;

  private final PagePool pool;
  private final VersionLatches latches;
  private final TreeCounters counters;
  private final Descent descent;

  Merger(TreePages pages, TreeCounters counters) {
    this.pool = pages.pool();
    this.latches = pages.latches();
    this.counters = counters;
    this.descent = new Descent(pages);
  }

  /** What became of an attempt. */
  enum Outcome {
    /** There is nothing to merge, or no neighbour that has room. */
    NOTHING,
    /**
     * The node is empty, but with it its neighbour would need more room: its prefix gets shorter.
     */
    NO_ROOM,
    /** Two nodes became one, which may be sparse again. */
    MERGED,
    /** A latch was not to be had, or a page changed. */
    BUSY
  }

  /** Merges the node at {@code level} that has the place, and then its parent, if sparse. */
  Outcome mergeIfSparse(byte[] key, long stamp, int level) {
    descent.to(key, stamp, level, false);
    if (descent.isRoot()) {
      while (Node.kind(descent.page) == KIND_INNER
          && Node.count(descent.page) == 0
          && descent.valid()
          && takeInOnlyChild()) {
        descent.to(key, stamp, level, false);
      }
      return Outcome.NOTHING;
    }
    boolean sparse = Node.used(descent.page) < SPARSE;
    boolean empty = Node.count(descent.page) == 0;
    if (!descent.valid()) {
      return Outcome.BUSY;
    }
    if (!sparse) {
      return Outcome.NOTHING;
    }
    ByteBuffer parent = descent.parentPage();
    if (Node.count(parent) == 0) {
      // An only child has a neighbour once its parent has one.
      return mergeIfSparse(key, stamp, level + 1);
    }
    Outcome outcome = mergeWithNeighbour(parent);
    if (outcome == Outcome.MERGED) {
      mergeIfSparse(key, stamp, level + 1);
    }
    return outcome == Outcome.NOTHING && empty ? Outcome.NO_ROOM : outcome;
  }

  private Outcome mergeWithNeighbour(ByteBuffer parent) {
    boolean rightward = descent.childIndex < Node.count(parent);
    int leftIndex = rightward ? descent.childIndex : descent.childIndex - 1;
    long neighbour;
    try {
      neighbour = Inner.child(parent, rightward ? leftIndex + 1 : leftIndex);
    } catch (IndexOutOfBoundsException e) {
      return Outcome.BUSY;
    }
    if (!latches.validate(descent.parentFrame, descent.parentVersion)) {
      return Outcome.BUSY;
    }
    int frame = pool.frameOf(neighbour);
    if (frame == PagePool.NO_FRAME) {
      return Outcome.BUSY;
    }
    long version = latches.optimistic(frame);
    if (pool.pidAt(frame) != neighbour) {
      return Outcome.BUSY;
    }
    if (!mayFit(descent.page, pool.bytes(frame))) {
      return Outcome.NOTHING;
    }
    if (!latches.tryUpgrade(descent.parentFrame, descent.parentVersion)) {
      return Outcome.BUSY;
    }
    int left = rightward ? descent.frame : frame;
    int right = rightward ? frame : descent.frame;
    long leftVersion = rightward ? descent.version : version;
    long rightVersion = rightward ? version : descent.version;
    boolean leftHeld = false;
    boolean rightHeld = false;
    boolean merged = false;
    boolean failed = true;
    try {
      leftHeld = latches.tryUpgrade(left, leftVersion);
      rightHeld = leftHeld && latches.tryUpgrade(right, rightVersion);
      merged = rightHeld && merge(parent, leftIndex, left, right);
      failed = false;
    } finally {
      // A pool that fails half-way keeps no latch: who only reads goes on.
      if (rightHeld && !merged) {
        release(right, failed);
      }
      if (leftHeld) {
        release(left, merged || failed);
      }
      release(descent.parentFrame, merged || failed);
    }
    return merged ? Outcome.MERGED : rightHeld ? Outcome.NOTHING : Outcome.BUSY;
  }

  private void release(int frame, boolean changed) {
    if (changed) {
      latches.unlock(frame);
    } else {
      latches.unlockUnchanged(frame);
    }
  }

  /** All three are latched. If it returns true, the right page is freed. */
  private boolean merge(ByteBuffer parent, int leftIndex, int left, int right) {
    ByteBuffer leftPage = pool.bytes(left);
    ByteBuffer rightPage = pool.bytes(right);
    NodeBuilder builder =
        new NodeBuilder(
            Node.kind(leftPage), Node.level(leftPage), Node.lower(leftPage), Node.upper(rightPage));
    if (Node.kind(leftPage) == KIND_INNER) {
      builder.firstChild(Inner.child(leftPage, 0));
    }
    if (!builder.append(leftPage)
        || (Node.kind(leftPage) == KIND_INNER
            && !builder.append(Node.position(parent, leftIndex), Inner.child(rightPage, 0)))
        || !builder.append(rightPage)
        || !mayBe(builder.used(), leftPage, rightPage)) {
      return false;
    }
    pool.beforeChange(descent.parentFrame);
    pool.beforeChange(left);
    Inner.remove(parent, leftIndex);
    builder.store(leftPage);
    pool.free(right);
    counters.merges.increment();
    return true;
  }

  private static boolean mayFit(ByteBuffer one, ByteBuffer other) {
    return mayBe(Node.used(one) + Node.used(other), one, other);
  }

  private static boolean mayBe(int bytes, ByteBuffer one, ByteBuffer other) {
    return bytes <= MERGED || Node.count(one) == 0 || Node.count(other) == 0;
  }

  /** The root has one child: its content moves into the root. */
  private boolean takeInOnlyChild() {
    long child = Inner.child(descent.page, 0);
    if (!descent.valid()) {
      return false;
    }
    int frame = pool.frameOf(child);
    if (frame == PagePool.NO_FRAME) {
      return false;
    }
    long version = latches.optimistic(frame);
    if (pool.pidAt(frame) != child || !descent.latch()) {
      return false;
    }
    if (!latches.tryUpgrade(frame, version)) {
      latches.unlockUnchanged(descent.frame);
      return false;
    }
    boolean freed = false;
    try {
      ByteBuffer only = pool.bytes(frame);
      NodeBuilder builder = NodeBuilder.like(only).appendAll(only, 0, Node.count(only));
      pool.beforeChange(descent.frame);
      builder.store(descent.page);
      pool.free(frame);
      freed = true;
      counters.merges.increment();
    } finally {
      if (!freed) {
        latches.unlock(frame);
      }
      latches.unlock(descent.frame);
    }
    return true;
  }
}
