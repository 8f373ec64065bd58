package klomp.tree;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Fates for tests: xids are in the order of commit; a snapshot is the greatest xid it sees; the
 * horizon is the oldest snapshot. What is durable may lag behind.
 */
final class Ledger implements VersionFates {

  final Set<Long> aborted = ConcurrentHashMap.newKeySet();
  volatile long horizon;

  /** Snapshots in use beside the oldest; the newest stands for those to come. */
  final ConcurrentSkipListSet<Long> live = new ConcurrentSkipListSet<>();

  volatile long durable = Long.MAX_VALUE;

  @Override
  public long fate(long xid, int hint) {
    if (aborted.contains(xid)) {
      return ABORTED;
    }
    if (xid <= horizon) {
      return SETTLED;
    }
    Long first = live.ceiling(xid);
    return first == null ? UNSETTLED : first;
  }

  @Override
  public long durableFate(long xid, int hint) {
    return xid <= durable ? fate(xid, hint) : UNSETTLED;
  }

  VersionJudge snapshot(long snapshot) {
    return new VersionJudge() {
      @Override
      public void restart() {}

      @Override
      public int judge(long xid, long stamp, int hint, boolean tombstone) {
        if (aborted.contains(xid)) {
          return SKIP | HINT_ABORTED;
        }
        return xid <= snapshot ? TAKE | HINT_COMMITTED : SKIP;
      }
    };
  }
}
