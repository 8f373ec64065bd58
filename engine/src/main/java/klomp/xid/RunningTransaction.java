package klomp.xid;

import java.util.Arrays;

/**
 * A transaction in the running set: its xid and those of its subtransactions that were not rolled
 * back, ascending.
 *
 * <p>The list is changed by the transaction's thread under the running set's lock; so that thread
 * reads it freely, others under the lock.
 */
public final class RunningTransaction {

  private final long xid;
  private long[] subxids = new long[4];
  private int subCount;
  private volatile long commitLsn = -1;

  /** Guarded by the running set. */
  private boolean abandoned;

  RunningTransaction(long xid) {
    this.xid = xid;
  }

  public long xid() {
    return xid;
  }

  /** The subtransactions; the first {@link #subCount()} count. Not to be changed. */
  public long[] subxids() {
    return subxids;
  }

  public int subCount() {
    return subCount;
  }

  /** Says that its commit record stands at {@code lsn}; within the checkpoint gate. */
  public void committing(long lsn) {
    commitLsn = lsn;
  }

  boolean isCommitting() {
    return commitLsn >= 0;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  void abandon() {
    abandoned = true;
  }

  void add(long subxid) {
    if (subCount == subxids.length) {
      subxids = Arrays.copyOf(subxids, subCount * 2);
    }
    subxids[subCount++] = subxid;
  }

  void cut(int count) {
    subCount = count;
  }
}
