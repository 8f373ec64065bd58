package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import klomp.page.PagePool;
import klomp.sync.VersionLatches;

/**
 * Splits full nodes. Latches the parent and the node, in this order and only by trying; new pages
 * are allocated before that, as it may take I/O. A parent without room for the separator is split
 * first, from the root again. The root keeps its page: its content moves into two new ones.
 */
final class Splitter {

  private final TreePages pages;
  private final PagePool pool;
  private final VersionLatches latches;
  private final TreeCounters counters;
  private final Descent descent;

  Splitter(TreePages pages, TreeCounters counters) {
    this.pages = pages;
    this.pool = pages.pool();
    this.latches = pages.latches();
    this.counters = counters;
    this.descent = new Descent(pages);
  }

  /**
   * Splits the node at {@code level} that has the place {@code coming}, unless {@code need} bytes
   * fit by now.
   */
  void split(Position coming, int level, int need) {
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      descent.to(coming.key(), coming.stamp(), level, false);
      if (Node.level(descent.page) != level || Node.free(descent.page) >= need) {
        if (descent.valid()) {
          return;
        }
        continue;
      }
      if (descent.isRoot() ? splitRoot(coming) : splitBelowRoot(coming, level)) {
        counters.splits.increment();
        return;
      }
    }
  }

  private boolean splitRoot(Position coming) {
    int left = pool.allocate();
    int right = pool.allocate();
    if (!descent.latch()) {
      pool.free(right);
      pool.free(left);
      return false;
    }
    try {
      ByteBuffer root = descent.page;
      int level = Node.level(root);
      Cut cut = cut(root, coming);
      left(root, cut).store(pool.bytes(left));
      right(root, cut).store(pool.bytes(right));
      NodeBuilder builder =
          new NodeBuilder(KIND_INNER, level + 1, Node.lower(root), Node.upper(root))
              .firstChild(pool.pidAt(left));
      builder.append(cut.separator(), pool.pidAt(right));
      pool.beforeChange(descent.frame);
      builder.store(root);
    } finally {
      latches.unlock(left);
      latches.unlock(right);
      latches.unlock(descent.frame);
    }
    return true;
  }

  private boolean splitBelowRoot(Position coming, int level) {
    int fresh = pool.allocate();
    if (!descent.latchBoth()) {
      pool.free(fresh);
      return false;
    }
    ByteBuffer node = descent.page;
    ByteBuffer parent = descent.parentPage();
    Cut cut = cut(node, coming);
    int need = Inner.entryBytes(parent, cut.separator());
    if (Node.free(parent) < need) {
      latches.unlockUnchanged(descent.frame);
      latches.unlockUnchanged(descent.parentFrame);
      pool.free(fresh);
      split(cut.separator(), level + 1, need);
      return false;
    }
    try {
      NodeBuilder leftNode = left(node, cut);
      right(node, cut).store(pool.bytes(fresh));
      pool.beforeChange(descent.parentFrame);
      pool.beforeChange(descent.frame);
      if (Node.gap(parent) < need) {
        compact(parent);
      }
      Inner.insert(parent, descent.childIndex, cut.separator(), pool.pidAt(fresh));
      leftNode.store(node);
    } finally {
      latches.unlock(fresh);
      latches.unlock(descent.frame);
      latches.unlock(descent.parentFrame);
    }
    return true;
  }

  private Cut cut(ByteBuffer node, Position coming) {
    if (Node.count(node) < 2) {
      throw TreePages.corrupt(descent.pid, "it is full with " + Node.count(node) + " slots", null);
    }
    return Node.kind(node) == KIND_LEAF ? Cut.leaf(node, coming) : Cut.inner(node, coming);
  }

  private static NodeBuilder left(ByteBuffer node, Cut cut) {
    NodeBuilder left =
        new NodeBuilder(Node.kind(node), Node.level(node), Node.lower(node), cut.separator());
    if (Node.kind(node) == KIND_INNER) {
      left.firstChild(Inner.child(node, 0));
    }
    return left.appendAll(node, 0, cut.at());
  }

  private static NodeBuilder right(ByteBuffer node, Cut cut) {
    NodeBuilder right =
        new NodeBuilder(Node.kind(node), Node.level(node), cut.separator(), Node.upper(node));
    int from = cut.at();
    if (Node.kind(node) == KIND_INNER) {
      from++;
      right.firstChild(Inner.child(node, from));
    }
    return right.appendAll(node, from, Node.count(node));
  }

  /** Rewrites a node without garbage; needs the latch. */
  static void compact(ByteBuffer page) {
    NodeBuilder.like(page).appendAll(page, 0, Node.count(page)).store(page);
  }
}
