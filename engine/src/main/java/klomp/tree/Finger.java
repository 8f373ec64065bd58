package klomp.tree;

import klomp.api.Limits;

/**
 * One thread's way into the tree, used again and again: it allocates nothing but results. It
 * remembers the leaf of the key it read last, so that an insert of the same key that follows
 * descends no second time.
 *
 * <p>Used by one thread at a time. Errors and duties are those of {@link VersionTree}.
 */
public final class Finger {

  private final Descent descent;
  private final VersionReader reader;
  private final VersionFates fates;
  private final TreeCounters counters;

  /** Made with the first insert. */
  private Inserter inserter;

  /** The key (that very array) whose leaf the descent stands at; null if it was moved since. */
  private byte[] found;

  Finger(TreePages pages, VersionFates fates, TreeCounters counters) {
    this.descent = new Descent(pages);
    this.reader = new VersionReader(descent);
    this.fates = fates;
    this.counters = counters;
  }

  /**
   * As {@link VersionTree#read}.
   *
   * @return the value; null if a tombstone was taken, or none, or the judge stopped
   */
  public byte[] read(byte[] key, VersionJudge judge) {
    found = null;
    byte[] value = reader.read(key, judge, false);
    found = key;
    return value;
  }

  /**
   * As {@link VersionTree#insert}. If the last call was a {@link #read} of the same array, then the
   * stamp must be newer than those of all versions of the key, and nobody else may have inserted
   * one since: the caller holds the key's lock.
   *
   * @param value null: a tombstone
   */
  public void insert(byte[] key, long stamp, long xid, byte[] value) {
    assert stamp != 0 && stamp != Position.NEWEST : "stamp " + stamp;
    Limits.checkKey(key);
    int slot = found == key ? reader.firstSlot() : -1;
    found = null;
    if (inserter == null) {
      inserter = new Inserter(descent, fates, counters);
    }
    if (value != null && !Leaf.isInline(key.length, value.length)) {
      insertLarge(key, stamp, xid, value);
      return;
    }
    Version version =
        value == null ? Version.tombstone(stamp, xid) : Version.inline(stamp, xid, value);
    if (slot < 0 || !inserter.insertHere(slot, key, version)) {
      inserter.insert(key, version);
    }
  }

  private void insertLarge(byte[] key, long stamp, long xid, byte[] value) {
    Limits.checkValue(value);
    if (!inserter.contains(key, stamp)) {
      long first = Overflow.write(descent.pages, stamp, value);
      if (!inserter.insert(key, Version.overflow(stamp, xid, value.length, first))) {
        Overflow.free(descent.pages, stamp, first);
      }
    }
  }
}
