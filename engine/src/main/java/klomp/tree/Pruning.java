package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Which versions of a leaf nobody needs. The rule, for the versions of one key from newest to
 * oldest: an aborted version goes; a committed one goes if every snapshot that sees it sees a newer
 * one, too; a settled tombstone goes too if every older version goes and none can be on the next
 * leaf.
 *
 * <p>Made in two steps, because the fate of a transaction may take I/O to find out and that must
 * not happen under a latch: {@link #observe} copies what the decision needs and is validated by the
 * caller; {@link #decide} asks the fates. The result may be applied to the page as long as it has
 * the version under which it was observed.
 */
final class Pruning {

  private final int count;
  private final long[] xids;
  private final long[] stamps;
  private final int[] infos;
  private final int[] bytes;

  /** Bytes of overflow pages. */
  private final long[] outside;

  /** Whether a slot has the same key as the one before it. */
  private final boolean[] sameKey;

  private final boolean[] drop;

  /** Whether versions of the last key may be on the next leaf. */
  private boolean lastContinues;

  private int dropped;
  private int droppedBytes;
  private int lastCover = -1;
  private long lastMoment = VersionFates.UNSETTLED;

  private Pruning(int count) {
    this.count = count;
    xids = new long[count];
    stamps = new long[count];
    infos = new int[count];
    bytes = new int[count];
    outside = new long[count];
    sameKey = new boolean[count];
    drop = new boolean[count];
  }

  /** Copies from a leaf what {@link #decide} needs. */
  static Pruning observe(ByteBuffer page) {
    int count = Node.count(page);
    Pruning pruning = new Pruning(Math.min(count, CONTENT_BYTES / SLOT_BYTES));
    for (int i = 0; i < pruning.count; i++) {
      int record = Node.record(page, i);
      pruning.xids[i] = Leaf.xid(page, record);
      pruning.stamps[i] = page.getLong(record + RECORD_STAMP);
      pruning.infos[i] = Leaf.info(page, record);
      pruning.bytes[i] = SLOT_BYTES + Leaf.recordBytes(page, i);
      pruning.outside[i] =
          Leaf.isOverflow(pruning.infos[i]) ? Leaf.valueLength(pruning.infos[i]) : 0;
      pruning.sameKey[i] = i > 0 && Leaf.sameKey(page, i - 1, i);
    }
    if (count > 0 && page.getLong(UPPER_STAMP) != Position.NEWEST) {
      Position upper = Node.upper(page);
      pruning.lastContinues = upper != null && Leaf.hasKey(page, count - 1, upper.key());
    }
    return pruning;
  }

  /** How fates are asked: for memory, or for a copy on its way to disk. */
  interface Fates {
    long fate(long xid, int hint);
  }

  /**
   * What is known of a newer version of the first key on the page.
   *
   * @param stamp of that version
   * @param moment from which on snapshots see it
   */
  record Cover(long stamp, long moment) {
    static final Cover NONE = new Cover(0, VersionFates.UNSETTLED);
  }

  /**
   * Decides.
   *
   * @param before a version that hides those before it, known from the leaf before
   * @param keepOverflow keep versions with overflow pages, whatever their fate
   */
  Pruning decide(Fates fates, Cover before, boolean keepOverflow) {
    for (int start = 0; start < count; ) {
      int end = start + 1;
      while (end < count && sameKey[end]) {
        end++;
      }
      decideKey(fates, start, end, start == 0 ? before : Cover.NONE, keepOverflow);
      start = end;
    }
    return this;
  }

  private void decideKey(Fates fates, int start, int end, Cover before, boolean keepOverflow) {
    // From this moment on, snapshots see a version that is newer than the next one.
    long covered = VersionFates.UNSETTLED;
    int cover = -1;
    boolean keptOlder = false;
    for (int i = start; i < end; i++) {
      if (Long.compareUnsigned(stamps[i], before.stamp()) < 0) {
        covered = Math.min(covered, before.moment());
      }
      boolean obsolete = covered == VersionFates.SETTLED;
      if (!obsolete) {
        long fate = fates.fate(xids[i], Leaf.hint(infos[i]));
        obsolete =
            fate == VersionFates.ABORTED || (fate != VersionFates.UNSETTLED && fate >= covered);
        if (!obsolete && fate < covered) {
          covered = fate;
          cover = i;
        }
      }
      if (obsolete) {
        if (keepOverflow && Leaf.isOverflow(infos[i])) {
          keptOlder |= covered == VersionFates.SETTLED;
        } else {
          drop(i);
        }
      }
    }
    boolean settled = cover >= 0 && covered == VersionFates.SETTLED;
    if (settled
        && Leaf.isTombstone(infos[cover])
        && !keptOlder
        && !(end == count && lastContinues)) {
      drop(cover);
    }
    if (end == count) {
      lastCover = cover;
      lastMoment = covered;
    }
  }

  private void drop(int index) {
    drop[index] = true;
    dropped++;
    droppedBytes += bytes[index];
  }

  /** How many versions go. */
  int dropped() {
    return dropped;
  }

  /** How many versions stay. */
  int kept() {
    return count - dropped;
  }

  /** Bytes that become free. */
  int droppedBytes() {
    return droppedBytes;
  }

  /** Bytes that become free here and on overflow pages. */
  long reclaimedBytes() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += drop[i] ? bytes[i] + outside[i] : 0;
    }
    return sum;
  }

  /** Bytes of versions that are superseded and yet stay. */
  long supersededBytes() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (!drop[i] && (sameKey[i] || Leaf.isTombstone(infos[i]))) {
        sum += bytes[i] + outside[i];
      }
    }
    return sum;
  }

  /** How many versions are superseded and yet stay. */
  int superseded() {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += !drop[i] && (sameKey[i] || Leaf.isTombstone(infos[i])) ? 1 : 0;
    }
    return sum;
  }

  /** Before {@link #decide}: says that no version of the last key is on the next leaf. */
  void endsHere() {
    lastContinues = false;
  }

  /** Whether versions of the last key on the page may be on the next leaf too. */
  boolean lastContinues() {
    return lastContinues;
  }

  /** Whether the settled version of the last key is a tombstone that is kept. */
  boolean lastIsTombstone() {
    return lastCover >= 0
        && lastMoment == VersionFates.SETTLED
        && Leaf.isTombstone(infos[lastCover])
        && !drop[lastCover];
  }

  /** The version of the last key on the page that hides the most; null if none does. */
  Cover lastCover() {
    return lastCover < 0 ? null : new Cover(stamps[lastCover], lastMoment);
  }

  /**
   * Rewrites the page without what goes; needs the latch.
   *
   * @return the overflow chains that nobody refers to any more: owner and first page of each
   */
  List<long[]> apply(ByteBuffer page) {
    List<long[]> chains = new ArrayList<>();
    NodeBuilder builder = NodeBuilder.like(page);
    for (int i = 0; i < count; i++) {
      if (!drop[i]) {
        builder.appendAll(page, i, i + 1);
      } else if (Leaf.isOverflow(infos[i])) {
        int reference = Node.record(page, i) + LEAF_RECORD + Node.suffixLength(page, i);
        chains.add(new long[] {stamps[i], page.getLong(reference)});
      }
    }
    builder.store(page);
    return chains;
  }
}
