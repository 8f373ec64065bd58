package klomp.bench.micro;

import java.util.SplittableRandom;
import klomp.clog.CommitLog;

/** What one thread does with a {@link HistoryLog}. For that thread only. */
public final class LogClient {

  private static final int TREE = 3;
  private static final int LOOKUPS = 3;

  private final HistoryLog history;
  private final CommitLog log;
  private final SplittableRandom random;
  private final long[] subxids = new long[TREE - 1];
  private long walked;

  /**
   * @param number of the thread, which decides what it draws
   */
  public LogClient(HistoryLog history, int number) {
    this.history = history;
    this.log = history.log();
    this.random = new SplittableRandom(number);
    this.walked = 1 + random.nextLong(history.historyXids() - 1);
  }

  /** Commits a fresh xid with two fresh subxids. */
  public void set() {
    commit(history.takeXids(TREE));
  }

  /** The status of a random one among the newest xids. */
  public int lookUpNewest() {
    return before(history.nextXid(), history.newestXids());
  }

  /** The status of a random xid of the history. */
  public int lookUpHistory() {
    return before(history.nextXid(), history.historyXids());
  }

  /**
   * A transaction: takes its xids, looks up three others, commits.
   *
   * @return the statuses added up, so that the look-ups cannot be left out
   */
  public int mixed() {
    long xid = history.takeXids(TREE);
    int statuses = 0;
    for (int i = 0; i < LOOKUPS; i++) {
      statuses += before(xid, history.historyXids());
    }
    commit(xid);
    return statuses;
  }

  /**
   * The status of the xid a page before the last one; from the oldest page it goes to the newest.
   */
  public int walkBack() {
    walked -= HistoryLog.XIDS_PER_PAGE;
    if (walked < 1) {
      walked += history.historyXids();
    }
    return log.status(walked);
  }

  private int before(long xid, long reach) {
    return log.status(xid - 1 - random.nextLong(reach - 1));
  }

  private void commit(long xid) {
    for (int i = 0; i < subxids.length; i++) {
      subxids[i] = xid + 1 + i;
    }
    log.commit(xid, subxids, subxids.length);
  }
}
