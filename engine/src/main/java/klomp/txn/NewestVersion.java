package klomp.txn;

import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.tree.VersionJudge;
import klomp.xid.Snapshot;

/**
 * Looks at the newest version of a key that is not aborted: is it one that the snapshot sees (no
 * conflict), and is there a value? If there is no conflict and the value is asked for, it is taken:
 * it is the one that the transaction sees.
 *
 * <p>Asked only by the holder of the key's lock. Whoever wrote the version before held that lock
 * until the commit log had its fate, so a version that is not aborted is the holder's own or
 * committed.
 */
final class NewestVersion implements VersionJudge {

  private final EngineTransaction transaction;
  private final CommitLog clog;
  private Snapshot snapshot;
  private boolean taking;
  private boolean conflict;
  private boolean present;

  NewestVersion(EngineTransaction transaction, CommitLog clog) {
    this.transaction = transaction;
    this.clog = clog;
  }

  /**
   * Begins anew.
   *
   * @param takeValue whether the value is wanted
   */
  NewestVersion at(Snapshot newSnapshot, boolean takeValue) {
    snapshot = newSnapshot;
    taking = takeValue;
    return this;
  }

  /** Whether it was committed after the snapshot. */
  boolean isConflict() {
    return conflict;
  }

  /** Whether the key has a value. */
  boolean isPresent() {
    return present;
  }

  @Override
  public void restart() {
    conflict = false;
    present = false;
  }

  @Override
  public int judge(long xid, long stamp, int hint, boolean tombstone) {
    if (hint == HINT_ABORTED) {
      return SKIP;
    }
    boolean finished = snapshot.finished(xid);
    int newHint = 0;
    if (!transaction.isOwn(xid)) {
      if (hint != HINT_COMMITTED) {
        int status = clog.statusOfWriter(xid);
        boolean aborted =
            status == XidStatus.ABORTED || (finished && status != XidStatus.COMMITTED);
        if (aborted) {
          return SKIP | HINT_ABORTED;
        }
        newHint = status == XidStatus.COMMITTED ? HINT_COMMITTED : 0;
      }
      conflict = !finished;
    }
    present = !tombstone;
    return (taking && !conflict ? TAKE : STOP) | newHint;
  }
}
