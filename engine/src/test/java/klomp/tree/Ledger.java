package klomp.tree;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fates for tests: xids are in the order of commit; a snapshot is the greatest xid it sees; the
 * horizon is the oldest snapshot. What is durable may lag behind.
 */
final class Ledger implements VersionFates {

  final Set<Long> aborted = ConcurrentHashMap.newKeySet();
  volatile long horizon;
  volatile long durable = Long.MAX_VALUE;

  @Override
  public int fate(long xid, int hint) {
    if (aborted.contains(xid)) {
      return ABORTED;
    }
    return xid <= horizon ? SETTLED : UNSETTLED;
  }

  @Override
  public int durableFate(long xid, int hint) {
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
