package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The visible entries of (a part of) one leaf, copied at once for a cursor. Keys whose versions may
 * go on in a neighbouring leaf are not judged here but marked: the cursor reads them by key when it
 * comes to them. Used by one thread.
 */
final class LeafBatch {

  /** In place of a value: read the key by itself. */
  static final Object UNRESOLVED = new Object();

  /** In place of a value: where its overflow pages are. */
  record OverflowReference(long owner, int length, long first) {}

  private static final byte[] NO_VALUE = new byte[0];

  private static final int UNDECIDED = -1;
  private static final int NONE = -2;
  private static final int TORN = -3;

  private final TreePages pages;
  private final KeyRange range;
  private final boolean keysOnly;
  private final VersionJudge judge;
  private final Descent descent;
  private final VersionReader reader;

  private byte[][] keys;
  private Object[] values;
  private int size;
  private Position next;
  private boolean last;

  /** The slot where {@link #next} is on the descent's leaf; -1 if it is not there. */
  private int nextSlot;

  /**
   * @param capacity how many entries are likely
   */
  LeafBatch(TreePages pages, KeyRange range, boolean keysOnly, VersionJudge judge, int capacity) {
    this.keys = new byte[capacity][];
    this.values = new Object[capacity];
    this.pages = pages;
    this.range = range;
    this.keysOnly = keysOnly;
    this.judge = judge;
    this.descent = new Descent(pages);
    this.reader = new VersionReader(new Descent(pages));
  }

  int size() {
    return size;
  }

  byte[] key(int index) {
    return keys[index];
  }

  /** Whether the leaf is as it was when the batch was copied. */
  boolean valid() {
    return descent.valid();
  }

  /** Where the next batch begins (upward), or what it ends before (downward). */
  Position next() {
    return next;
  }

  /** Whether the range has nothing behind this batch, in the direction of the walk. */
  boolean last() {
    return last;
  }

  boolean keysOnly() {
    return keysOnly;
  }

  /**
   * The value of an entry, empty if it was not asked for; null if the key turns out to have none.
   */
  byte[] resolve(int index) {
    Object value = values[index];
    if (value instanceof OverflowReference reference) {
      value = Overflow.read(pages, reference.owner(), reference.length(), reference.first());
      if (value == null) {
        value = UNRESOLVED;
      }
    }
    return value == UNRESOLVED ? reader.read(keys[index], judge, keysOnly) : (byte[]) value;
  }

  /** Copies the next up to {@code limit} entries, from the same leaf if it has them. */
  void loadNextUpward(int limit) {
    int slot = nextSlot;
    Position at = next;
    if (slot >= 0) {
      try {
        if (copyUpward(slot, limit) && descent.valid()) {
          endUpward();
          return;
        }
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
      }
    }
    loadUpward(at, limit);
  }

  private void endUpward() {
    last |= next == null || range.endsBefore(next);
  }

  /** Copies up to {@code limit} entries at {@code at} and behind it. */
  void loadUpward(Position at, int limit) {
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      descent.toLeaf(at.key(), at.stamp());
      try {
        if (copyUpward(Leaf.search(descent.page, at.key(), at.stamp()), limit) && descent.valid()) {
          endUpward();
          return;
        }
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
      }
    }
  }

  /** Copies up to {@code limit} entries before {@code bound}, greatest key first. */
  void loadDownward(Position bound, int limit) {
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      descent.toLeafBelow(bound);
      try {
        if (copyDownward(bound, limit) && descent.valid()) {
          last |= range.beginsAt(next);
          return;
        }
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
      }
    }
  }

  private boolean copyUpward(int begin, int limit) {
    clear();
    ByteBuffer page = descent.page;
    int count = Node.count(page);
    Position upper = Node.upper(page);
    Position to = range.to();
    boolean ends = to != null && (upper == null || to.compareTo(upper) <= 0);
    int end = ends ? Leaf.search(page, to.key(), to.stamp()) : count;
    boolean open = upper != null && upper.stamp() != Position.NEWEST;
    for (int i = begin; i < end; ) {
      if (size == limit) {
        next = Position.before(Node.key(page, i));
        nextSlot = i;
        return true;
      }
      int groupEnd = i + 1;
      while (groupEnd < count && Leaf.sameKey(page, i, groupEnd)) {
        groupEnd++;
      }
      int taken = judge(i, groupEnd);
      if (taken == TORN) {
        return false;
      }
      if (taken >= 0) {
        add(Node.key(page, i), value(taken));
      }
      if (open && taken != UNDECIDED && groupEnd == count && Leaf.hasKey(page, i, upper.key())) {
        next = Position.behind(upper.key());
        return true;
      }
      i = groupEnd;
    }
    if (ends || upper == null) {
      last = true;
    } else if (open) {
      add(upper.key(), UNRESOLVED);
      next = Position.behind(upper.key());
    } else {
      next = upper;
    }
    return true;
  }

  private boolean copyDownward(Position bound, int limit) {
    clear();
    ByteBuffer page = descent.page;
    int count = Node.count(page);
    Position lower = Node.lower(page);
    Position from = range.from();
    int begin =
        from != null && lower.compareTo(from) <= 0
            ? Leaf.search(page, from.key(), from.stamp())
            : 0;
    int end = bound == null ? count : Leaf.search(page, bound.key(), bound.stamp());
    while (end > begin) {
      if (size == limit) {
        next = Position.behind(Node.key(page, end - 1));
        return true;
      }
      int start = end - 1;
      while (start > 0 && Leaf.sameKey(page, start - 1, end - 1)) {
        start--;
      }
      byte[] key = Node.key(page, start);
      if (start == 0 && Node.continuesBefore(page, key)) {
        add(key, UNRESOLVED);
        next = Position.before(key);
        return true;
      }
      int taken = judge(start, end);
      if (taken == TORN) {
        return false;
      }
      if (taken >= 0) {
        add(key, value(taken));
      } else if (taken == UNDECIDED && end == count && Node.continuesBehind(page, key)) {
        add(key, UNRESOLVED);
      }
      end = start;
    }
    next = lower;
    return true;
  }

  /** Which version of a key, in slots {@code [from, to)}, is taken and has a value. */
  private int judge(int from, int to) {
    ByteBuffer page = descent.page;
    judge.restart();
    for (int i = from; i < to; i++) {
      int record = Node.record(page, i);
      long stamp = page.getLong(record + RECORD_STAMP);
      long xid = Leaf.xid(page, record);
      int info = Leaf.info(page, record);
      if (!descent.valid()) {
        return TORN;
      }
      boolean tombstone = Leaf.isTombstone(info);
      int hint = Leaf.hint(info);
      int verdict = judge.judge(xid, stamp, hint, tombstone);
      int newHint = verdict & (VersionJudge.HINT_COMMITTED | VersionJudge.HINT_ABORTED);
      if (newHint != 0 && hint == 0) {
        descent.hint(record, newHint);
      }
      switch (verdict & 3) {
        case VersionJudge.TAKE:
          return tombstone ? NONE : i;
        case VersionJudge.STOP:
          return NONE;
        default:
      }
    }
    return UNDECIDED;
  }

  private Object value(int index) {
    if (keysOnly) {
      return NO_VALUE;
    }
    ByteBuffer page = descent.page;
    int record = Node.record(page, index);
    int info = Leaf.info(page, record);
    int at = record + LEAF_RECORD + Node.suffixLength(page, index);
    if (Leaf.isOverflow(info)) {
      return new OverflowReference(
          page.getLong(record + RECORD_STAMP), Leaf.valueLength(info), page.getLong(at));
    }
    int length = Leaf.valueLength(info);
    if (length > MAX_LEAF_ENTRY) {
      throw new IndexOutOfBoundsException("a value of " + length + " bytes in a leaf");
    }
    byte[] value = new byte[length];
    page.get(at, value);
    return value;
  }

  private void clear() {
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
    nextSlot = -1;
    next = null;
    last = false;
  }

  private void add(byte[] key, Object value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    keys[size] = key;
    values[size++] = value;
  }
}
