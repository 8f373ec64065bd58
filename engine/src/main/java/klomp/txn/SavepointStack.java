package klomp.txn;

import java.util.ArrayList;
import java.util.List;
import klomp.api.InvalidRequestException;
import klomp.api.Savepoint;
import klomp.xid.RunningSet;
import klomp.xid.RunningTransaction;

/**
 * The savepoints of one transaction, outermost first. A level gets an xid at the first write or
 * lock under it, after those around it; so the levels that have one come first, and their xids
 * rise.
 */
final class SavepointStack {

  /** A savepoint and the subtransaction that it opens. */
  static final class Level implements Savepoint {
    private final String name;
    private final int depth;
    private final int subMark;
    private final int lockMark;
    private final long writeMark;

    /** 0 until the first write or lock. */
    private long xid;

    /** Where the xid stands in the transaction's list. */
    private int subIndex;

    private Level(String name, int depth, int subMark, int lockMark, long writeMark) {
      this.name = name;
      this.depth = depth;
      this.subMark = subMark;
      this.lockMark = lockMark;
      this.writeMark = writeMark;
    }

    @Override
    public String name() {
      return name;
    }

    /** How many subtransactions the transaction had when it was set. */
    int subMark() {
      return subMark;
    }

    /** How many locks the transaction had when it was set. */
    int lockMark() {
      return lockMark;
    }

    /** How many bytes of versions the transaction had written when it was set. */
    long writeMark() {
      return writeMark;
    }
  }

  private final List<Level> levels = new ArrayList<>();
  private int withXid;

  Level push(String name, int subMark, int lockMark, long writeMark) {
    Level level = new Level(name, levels.size(), subMark, lockMark, writeMark);
    levels.add(level);
    return level;
  }

  /**
   * Finds a savepoint.
   *
   * @throws InvalidRequestException if it is not in the stack
   */
  Level find(Savepoint savepoint) {
    if (savepoint instanceof Level level
        && level.depth < levels.size()
        && levels.get(level.depth) == level) {
      return level;
    }
    throw new InvalidRequestException(
        "savepoint '"
            + (savepoint == null ? null : savepoint.name())
            + "' is not one of this transaction's, or was released or rolled back");
  }

  /** The xid to write under, handed out now if need be. */
  long writeXid(RunningSet set, RunningTransaction transaction) {
    for (; withXid < levels.size(); withXid++) {
      Level level = levels.get(withXid);
      level.subIndex = transaction.subCount();
      level.xid = set.beginSubtransaction(transaction);
    }
    return levels.isEmpty() ? transaction.xid() : levels.get(levels.size() - 1).xid;
  }

  /** Forgets what was set after {@code level}, and the xids handed out since it was set. */
  void rollbackTo(Level level) {
    cut(level.depth + 1);
    while (withXid > 0 && levels.get(withXid - 1).subIndex >= level.subMark) {
      withXid--;
      levels.get(withXid).xid = 0;
    }
  }

  /** Forgets {@code level} and what was set after it. */
  void release(Level level) {
    cut(level.depth);
  }

  private void cut(int size) {
    levels.subList(size, levels.size()).clear();
    withXid = Math.min(withXid, size);
  }
}
