package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;

/** The records of a leaf: versions. Same rules of use as {@link Node}. */
final class Leaf {

  private Leaf() {}

  /** Whether a value is kept in the leaf, beside its key. */
  static boolean isInline(int keyLength, int valueLength) {
    return SLOT_BYTES + LEAF_RECORD + keyLength + valueLength <= MAX_LEAF_ENTRY;
  }

  static int search(ByteBuffer page, byte[] key, long stamp) {
    return Node.search(page, key, stamp, LEAF_RECORD, false);
  }

  static boolean hasKey(ByteBuffer page, int index, byte[] key) {
    return Node.hasKey(page, index, key, LEAF_RECORD);
  }

  static boolean sameKey(ByteBuffer page, int one, int other) {
    return Node.sameKey(page, one, other, LEAF_RECORD);
  }

  static long xid(ByteBuffer page, int record) {
    return page.getLong(record + LEAF_XID);
  }

  static int info(ByteBuffer page, int record) {
    return page.getInt(record + LEAF_INFO);
  }

  static int valueLength(int info) {
    return info & INFO_LENGTH_MASK;
  }

  static boolean isOverflow(int info) {
    return (info & INFO_OVERFLOW) != 0;
  }

  static boolean isTombstone(int info) {
    return (info & INFO_TOMBSTONE) != 0;
  }

  /** The hint in the form of {@link VersionJudge}. */
  static int hint(int info) {
    return (info >>> INFO_HINT_SHIFT & 3) << 2;
  }

  /** Records a hint; needs the latch, but no new version: it is one byte. */
  static void setHint(ByteBuffer page, int record, int hint) {
    int flags = page.get(record + LEAF_FLAGS) & 0x1F;
    page.put(record + LEAF_FLAGS, (byte) (flags | hint >>> 2 << 5));
  }

  /** Bytes of a record behind the key. */
  static int tailBytes(int info) {
    return isOverflow(info) ? OVERFLOW_REFERENCE : valueLength(info);
  }

  static int recordBytes(ByteBuffer page, int index) {
    int record = Node.record(page, index);
    return LEAF_RECORD + Node.suffixLength(page, index) + tailBytes(info(page, record));
  }

  /** Bytes that a new version takes on this page, its slot included. */
  static int entryBytes(ByteBuffer page, byte[] key, Version version) {
    return SLOT_BYTES + LEAF_RECORD + key.length - Node.prefix(page) + tailBytes(version.info());
  }

  /**
   * Adds a version at {@code index}, for which the gap has room.
   *
   * @return bytes that nobody will need once no snapshot is older than the version: those of the
   *     version that it takes the place of, and its own if it is a tombstone
   */
  static long insert(ByteBuffer page, int index, byte[] key, Version version) {
    assert Node.belongs(page, key);
    int prefix = Node.prefix(page);
    int suffix = key.length - prefix;
    int tail = tailBytes(version.info());
    noteRun(page, index);
    int record = Node.open(page, index, LEAF_RECORD + suffix + tail);
    page.putLong(record + RECORD_STAMP, version.stamp());
    page.putLong(record + LEAF_XID, version.xid());
    page.putInt(record + LEAF_INFO, version.info());
    page.put(record + LEAF_RECORD, key, prefix, suffix);
    int at = record + LEAF_RECORD + suffix;
    if (isOverflow(version.info())) {
      page.putLong(at, version.firstOverflow());
    } else if (tail > 0) {
      page.put(at, version.value());
    }
    Node.setSlot(page, index, Keys.head(key, prefix), record, suffix);
    return supersede(page, index);
  }

  private static long supersede(ByteBuffer page, int index) {
    int count = 0;
    long bytes = 0;
    if (isTombstone(info(page, Node.record(page, index)))) {
      count++;
      bytes += storedBytes(page, index);
    }
    int older = index + 1;
    if (older < Node.count(page) && isSuperseded(page, older)) {
      if (!isTombstone(info(page, Node.record(page, older)))) {
        count++;
        bytes += storedBytes(page, older);
      }
    }
    if (count > 0) {
      setSuperseded(page, superseded(page) + count);
    }
    return bytes;
  }

  /** Bytes of a version: slot, record, and its overflow pages. */
  static long storedBytes(ByteBuffer page, int index) {
    int info = info(page, Node.record(page, index));
    return SLOT_BYTES + recordBytes(page, index) + (isOverflow(info) ? valueLength(info) : 0L);
  }

  /** Whether a version is a tombstone or has a newer one of its key on the page. */
  static boolean isSuperseded(ByteBuffer page, int index) {
    return isTombstone(info(page, Node.record(page, index)))
        || (index > 0 && sameKey(page, index - 1, index));
  }

  /** How many versions are superseded: what pruning may find, as far as one leaf can tell. */
  static int superseded(ByteBuffer page) {
    return Node.u16(page, SUPERSEDED);
  }

  /** Counts them anew. */
  static void countSuperseded(ByteBuffer page) {
    int count = 0;
    for (int i = Node.count(page) - 1; i >= 0; i--) {
      if (isSuperseded(page, i)) {
        count++;
      }
    }
    setSuperseded(page, count);
  }

  private static void setSuperseded(ByteBuffer page, int count) {
    page.putShort(SUPERSEDED, (short) count);
  }

  /** How many inserts in a row went upward (positive) or downward (negative), each by one slot. */
  static int run(ByteBuffer page, int index) {
    int last = Node.u16(page, LAST_SLOT);
    int run = page.getShort(RUN);
    if (index == last + 1) {
      return Math.max(run, 0) + 1;
    }
    return index == last ? Math.min(run, 0) - 1 : 0;
  }

  private static void noteRun(ByteBuffer page, int index) {
    int run = Math.max(-1000, Math.min(1000, run(page, index)));
    page.putShort(RUN, (short) run);
    page.putShort(LAST_SLOT, (short) index);
  }
}
