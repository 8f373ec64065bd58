package klomp.txn;

import klomp.api.StorageException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.tree.VersionFates;
import klomp.tree.VersionJudge;
import klomp.wal.Wal;
import klomp.xid.LiveSnapshots;
import klomp.xid.RunningSet;

/**
 * What pruning may drop while transactions run.
 *
 * <p>The moments are those of {@link LiveSnapshots}. What the newest snapshot has as finished and
 * is not committed is aborted.
 *
 * <p>For copies on their way to disk a commit counts only once its record is durable: the lowest
 * running xid is noted together with the end of the log, and believed once the log is durable to
 * there. An abort needs no such care, since without a commit record a transaction is aborted
 * anyway.
 */
public final class LiveFates implements VersionFates {

  private final CommitLog clog;
  private final RunningSet running;
  private final Wal wal;

  /** Guarded by this: every transaction below {@code durableOldest} has a durable fate. */
  private long durableOldest;

  private long noted;
  private long notedPosition;

  public LiveFates(CommitLog clog, RunningSet running, Wal wal) {
    this.clog = clog;
    this.running = running;
    this.wal = wal;
    this.noted = running.oldestRunning();
    this.notedPosition = wal.position();
  }

  @Override
  public long fate(long xid, int hint) {
    return fate(xid, hint, running.live());
  }

  /** First whether it has ended, then how: what has ended has its fate in the commit log. */
  private long fate(long xid, int hint, LiveSnapshots live) {
    if (hint == VersionJudge.HINT_ABORTED) {
      return ABORTED;
    }
    long since = live.finishedSince(xid);
    if (hint != VersionJudge.HINT_COMMITTED) {
      int status = clog.statusOfWriter(xid);
      if (status == XidStatus.ABORTED
          || (since != LiveSnapshots.NEVER && status != XidStatus.COMMITTED)) {
        return ABORTED;
      }
    }
    return since;
  }

  @Override
  public synchronized long durableFate(long xid, int hint) {
    if (wal.durablePosition() >= notedPosition) {
      durableOldest = noted;
      // This order: whoever ended before the first read logged its end before the second.
      noted = running.oldestRunning();
      notedPosition = wal.position();
    }
    long fate;
    try {
      fate = fate(xid, hint, running.lastLive());
    } catch (StorageException e) {
      // The commit log cannot say now. The page writer must not fail for that: keep the version.
      return UNSETTLED;
    }
    return fate != ABORTED && xid >= durableOldest ? UNSETTLED : fate;
  }
}
