package klomp.txn;

import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.tree.VersionJudge;
import klomp.xid.Snapshot;

/**
 * Takes the newest version that a transaction sees: its own, or one whose transaction had finished
 * at the snapshot and had committed. Answers of the commit log become hints; they are final, as it
 * is asked only about the finished.
 */
final class VisibleVersion implements VersionJudge {

  private final EngineTransaction transaction;
  private final CommitLog clog;
  private Snapshot snapshot;

  VisibleVersion(EngineTransaction transaction, CommitLog clog) {
    this.transaction = transaction;
    this.clog = clog;
  }

  VisibleVersion at(Snapshot newSnapshot) {
    snapshot = newSnapshot;
    return this;
  }

  @Override
  public void restart() {
    // Nothing is carried from one version to the next.
  }

  @Override
  public int judge(long xid, long stamp, int hint, boolean tombstone) {
    if (transaction.isOwn(xid)) {
      return TAKE;
    }
    if (hint == HINT_ABORTED || !snapshot.finished(xid)) {
      return SKIP;
    }
    if (hint == HINT_COMMITTED) {
      return TAKE;
    }
    return clog.statusOfWriter(xid) == XidStatus.COMMITTED
        ? TAKE | HINT_COMMITTED
        : SKIP | HINT_ABORTED;
  }
}
