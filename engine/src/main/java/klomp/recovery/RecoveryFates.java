package klomp.recovery;

import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.tree.VersionFates;
import klomp.tree.VersionJudge;

/**
 * Pruning while the content is replayed: every fate is known and final, and nobody has a snapshot.
 * Claims are as durable as the checkpoint that ends the recovery.
 */
final class RecoveryFates implements VersionFates {

  private final CommitLog clog;

  RecoveryFates(CommitLog clog) {
    this.clog = clog;
  }

  @Override
  public long fate(long xid, int hint) {
    boolean committed =
        hint == VersionJudge.HINT_COMMITTED
            || (hint != VersionJudge.HINT_ABORTED
                && clog.statusOfWriter(xid) == XidStatus.COMMITTED);
    return committed ? SETTLED : ABORTED;
  }

  @Override
  public long durableFate(long xid, int hint) {
    return fate(xid, hint);
  }
}
