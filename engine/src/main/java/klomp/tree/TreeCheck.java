package klomp.tree;

import static klomp.page.PagePool.GAP_END;
import static klomp.page.PagePool.GAP_START;
import static klomp.page.PagePool.PAGE_BYTES;
import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import klomp.page.PagePool;

/**
 * Examines every page of a tree: order, fences, levels, space, reachability, overflow chains.
 * Counts what it finds, and goes on after a problem where it can. For a tree that nobody changes
 * meanwhile.
 */
public final class TreeCheck {

  private static final int MOST_PROBLEMS = 100;

  private final TreePages pages;
  private final List<String> problems = new ArrayList<>();
  private final Set<Long> reached = new HashSet<>();
  private int depth;
  private long leaves;
  private long inners;
  private long overflowPages;
  private long keys;
  private long versions;
  private long leafBytes;
  private byte[] previousKey;

  private TreeCheck(TreePages pages) {
    this.pages = pages;
  }

  static TreeCheck run(TreePages pages) {
    TreeCheck check = new TreeCheck(pages);
    check.node(pages.rootPid(), -1, Position.FIRST, null);
    return check;
  }

  /** What is wrong, in words, with page numbers; empty if nothing is. At most 100 are kept. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /** Levels, the leaves included. */
  public int depth() {
    return depth;
  }

  public long leaves() {
    return leaves;
  }

  public long inners() {
    return inners;
  }

  public long overflowPages() {
    return overflowPages;
  }

  /** All pages that the tree reaches. */
  public long pages() {
    return leaves + inners + overflowPages;
  }

  /** The numbers of all pages that the tree reaches. */
  public Set<Long> reached() {
    return Set.copyOf(reached);
  }

  /** Distinct keys that have a version, visible or not. */
  public long keys() {
    return keys;
  }

  public long versions() {
    return versions;
  }

  /** How full leaves are on average, from 0 to 1. */
  public double leafFill() {
    return leaves == 0 ? 0 : (double) leafBytes / (leaves * CONTENT_BYTES);
  }

  private void node(long pid, int expectedLevel, Position lower, Position upper) {
    ByteBuffer page = copy(pid);
    if (page == null) {
      return;
    }
    try {
      int level = Node.level(page);
      if (expectedLevel < 0) {
        depth = level + 1;
      } else if (level != expectedLevel) {
        problem(pid, "its level is " + level + " in place of " + expectedLevel);
        return;
      }
      if (Node.kind(page) != (level == 0 ? KIND_LEAF : KIND_INNER)) {
        problem(pid, "it is of kind " + Node.kind(page) + " at level " + level);
        return;
      }
      fences(pid, page, lower, upper);
      order(pid, page, lower, upper);
      space(pid, page);
      if (level == 0) {
        leaf(pid, page);
      } else {
        inner(page, level, lower, upper);
      }
    } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
      problem(pid, "an offset or length leads outside the page: " + e.getMessage());
    }
  }

  private void fences(long pid, ByteBuffer page, Position lower, Position upper) {
    if (Node.lower(page).compareTo(lower) != 0) {
      problem(pid, "its lower fence is not the one its parent has");
    }
    Position has = Node.upper(page);
    if (has == null ? upper != null : upper == null || has.compareTo(upper) != 0) {
      problem(pid, "its upper fence is not the one its parent has");
    }
    int common = 0;
    if (has != null) {
      common = Arrays.mismatch(lower.key(), has.key());
      common = common < 0 ? lower.key().length : common;
    }
    if (Node.prefix(page) != common) {
      problem(pid, "its prefix has " + Node.prefix(page) + " bytes in place of " + common);
    }
  }

  private void order(long pid, ByteBuffer page, Position lower, Position upper) {
    Position before = null;
    int header = Node.recordHeader(page);
    for (int i = 0; i < Node.count(page); i++) {
      Position position = Node.position(page, i);
      if (before == null ? position.compareTo(lower) < 0 : before.compareTo(position) >= 0) {
        problem(pid, "slot " + i + " is out of order");
      }
      int suffix = Node.suffixLength(page, i);
      int head = Keys.head(page, Node.record(page, i) + header, suffix);
      if (page.getInt(Node.slot(i)) != head) {
        problem(pid, "slot " + i + " has the wrong head");
      }
      before = position;
    }
    if (before != null && upper != null && before.compareTo(upper) >= 0) {
      problem(pid, "its last slot is not before its upper fence");
    }
  }

  private void space(long pid, ByteBuffer page) {
    int count = Node.count(page);
    int start = Node.u16(page, GAP_START);
    int end = Node.u16(page, GAP_END);
    if (start != Node.slot(count) || end < start || end > PAGE_BYTES) {
      problem(pid, "its gap is " + start + " to " + end + " with " + count + " slots");
    }
    int upper = Node.u16(page, UPPER_LENGTH);
    int heap = Node.u16(page, LOWER_LENGTH) + (upper == NO_UPPER ? 0 : upper);
    for (int i = 0; i < count; i++) {
      int bytes =
          Node.kind(page) == KIND_LEAF
              ? Leaf.recordBytes(page, i)
              : INNER_RECORD + Node.suffixLength(page, i);
      int record = Node.record(page, i);
      if (record < end || record + bytes > PAGE_BYTES) {
        problem(pid, "the record of slot " + i + " is outside the heap");
      }
      heap += bytes;
    }
    if (heap + Node.u16(page, GARBAGE) != PAGE_BYTES - end) {
      problem(pid, "its records and garbage do not add up to its heap");
    }
  }

  private void inner(ByteBuffer page, int level, Position lower, Position upper) {
    inners++;
    int count = Node.count(page);
    for (int i = 0; i <= count; i++) {
      node(
          Inner.child(page, i),
          level - 1,
          i == 0 ? lower : Node.position(page, i - 1),
          i == count ? upper : Node.position(page, i));
    }
  }

  private void leaf(long pid, ByteBuffer page) {
    leaves++;
    leafBytes += Node.used(page);
    for (int i = 0; i < Node.count(page); i++) {
      versions++;
      byte[] key = Node.key(page, i);
      if (!Arrays.equals(key, previousKey)) {
        keys++;
        previousKey = key;
      }
      int record = Node.record(page, i);
      int info = Leaf.info(page, record);
      if (Leaf.hint(info) == (VersionJudge.HINT_COMMITTED | VersionJudge.HINT_ABORTED)
          || (Leaf.isTombstone(info) && (Leaf.isOverflow(info) || Leaf.valueLength(info) != 0))) {
        problem(pid, "slot " + i + " has flags that exclude each other");
      }
      if (Leaf.isOverflow(info)) {
        long first = page.getLong(record + LEAF_RECORD + Node.suffixLength(page, i));
        chain(first, Node.stamp(page, i), Leaf.valueLength(info));
      }
    }
  }

  private void chain(long first, long owner, int length) {
    long pid = first;
    int left = length;
    for (int place = 0; left > 0; place++) {
      ByteBuffer page = copy(pid);
      if (page == null) {
        return;
      }
      int expected = Math.min(left, Overflow.CAPACITY);
      if (!Overflow.isPage(page, owner, place) || page.getInt(Overflow.LENGTH) != expected) {
        problem(pid, "it is not part " + place + " of the value with stamp " + owner);
        return;
      }
      overflowPages++;
      left -= expected;
      pid = page.getLong(Overflow.NEXT);
    }
    if (pid != Overflow.NO_PAGE) {
      problem(pid, "it is behind the end of the value with stamp " + owner);
    }
  }

  /** A copy of a page as it was at one moment; null, and a problem, if it cannot be had. */
  private ByteBuffer copy(long pid) {
    if (!reached.add(pid)) {
      problem(pid, "two pages lead to it");
      return null;
    }
    PagePool pool = pages.pool();
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      int frame = pool.frameOf(pid);
      if (frame == PagePool.NO_FRAME) {
        problem(pid, "it does not exist");
        return null;
      }
      long version = pages.latches().optimistic(frame);
      if (pool.pidAt(frame) != pid) {
        continue;
      }
      ByteBuffer copy = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      copy.put(0, pool.bytes(frame), 0, PAGE_BYTES);
      if (pages.latches().validate(frame, version)) {
        return copy;
      }
    }
  }

  private void problem(long pid, String what) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add("page " + pid + ": " + what);
    }
  }
}
