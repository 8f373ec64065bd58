package klomp.tree;

import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;

/**
 * Point reads: walks the versions of one key, newest first, over as many leaves as they span. What
 * a judge is asked about was validated first, so it may act on it; what is copied is validated
 * afterwards. Going on in the next leaf needs no restart: a version that the reader must see stays
 * until its snapshot ends, and new ones come in front.
 */
final class VersionReader {

  private static final byte[] EMPTY = new byte[0];

  private static final Object AGAIN = new Object();

  private final Descent descent;

  /** Where {@link #read} looked first: the slot, on the descent's leaf, before any version. */
  private int firstSlot;

  /**
   * The stamp of the value whose overflow chain could not be read the last time, if there is one.
   */
  private long brokenStamp = Position.NEWEST;

  VersionReader(Descent descent) {
    this.descent = descent;
  }

  /**
   * After a {@link #read} that ended on the leaf it began on: the slot on that leaf where a newer
   * version of the key belongs; -1 if it went on to other leaves.
   */
  int firstSlot() {
    return firstSlot;
  }

  /**
   * The value of the version that the judge takes, or null.
   *
   * @param keysOnly answer an empty value in place of the value
   */
  byte[] read(byte[] key, VersionJudge judge, boolean keysOnly) {
    brokenStamp = Position.NEWEST;
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      judge.restart();
      Object result = attempt(key, judge, keysOnly);
      if (result != AGAIN) {
        return (byte[]) result;
      }
    }
  }

  private Object attempt(byte[] key, VersionJudge judge, boolean keysOnly) {
    long stamp = Position.NEWEST;
    while (true) {
      descent.toLeaf(key, stamp);
      ByteBuffer page = descent.page;
      boolean more;
      try {
        int count = Node.count(page);
        int first = Leaf.search(page, key, stamp);
        firstSlot = stamp == Position.NEWEST ? first : -1;
        for (int i = first; i < count; i++) {
          if (!Leaf.hasKey(page, i, key)) {
            return descent.valid() ? null : AGAIN;
          }
          int record = Node.record(page, i);
          long versionStamp = page.getLong(record + RECORD_STAMP);
          long xid = Leaf.xid(page, record);
          int info = Leaf.info(page, record);
          if (!descent.valid()) {
            return AGAIN;
          }
          boolean tombstone = Leaf.isTombstone(info);
          int hint = Leaf.hint(info);
          int verdict = judge.judge(xid, versionStamp, hint, tombstone);
          int newHint = verdict & (VersionJudge.HINT_COMMITTED | VersionJudge.HINT_ABORTED);
          if (newHint != 0 && hint == 0) {
            descent.hint(record, newHint);
          }
          switch (verdict & 3) {
            case VersionJudge.TAKE:
              if (tombstone || keysOnly) {
                return validated(tombstone ? null : EMPTY);
              }
              return value(record, info, Node.suffixLength(page, i));
            case VersionJudge.STOP:
              return validated(null);
            default:
          }
        }
        more = Node.continuesBehind(page, key);
        stamp = page.getLong(UPPER_STAMP);
      } catch (IndexOutOfBoundsException e) {
        descent.requireTorn(e);
        return AGAIN;
      }
      if (!descent.valid()) {
        return AGAIN;
      }
      if (!more) {
        return null;
      }
    }
  }

  /**
   * A judge may take the writer of a version that vacuum removed meanwhile for committed: so its
   * verdict counts only if the version is still there.
   */
  private Object validated(Object result) {
    return descent.valid() ? result : AGAIN;
  }

  private Object value(int record, int info, int suffix) {
    ByteBuffer page = descent.page;
    int at = record + LEAF_RECORD + suffix;
    int length = Leaf.valueLength(info);
    if (!Leaf.isOverflow(info)) {
      byte[] value = new byte[length];
      page.get(at, value);
      return descent.valid() ? value : AGAIN;
    }
    long stamp = page.getLong(record + RECORD_STAMP);
    long first = page.getLong(at);
    if (!descent.valid()) {
      return AGAIN;
    }
    byte[] value = Overflow.read(descent.pages, stamp, length, first);
    if (value != null) {
      return value;
    }
    if (brokenStamp == stamp) {
      // The version was still there after its chain had been found broken: nobody freed it.
      throw TreePages.corrupt(first, "an overflow value is not whole", null);
    }
    brokenStamp = stamp;
    return AGAIN;
  }
}
