package klomp.xid;

import java.util.Arrays;

/**
 * The running set at one instant: which transactions had finished, and which had not. Immutable and
 * shared by all who began between the same two commits.
 */
public final class Snapshot {

  private final SubtransactionMap subtransactions;
  private final long limit;
  private final long[] running;
  private final long sequence;

  Snapshot(SubtransactionMap subtransactions, long limit, long[] running, long sequence) {
    this.subtransactions = subtransactions;
    this.limit = limit;
    this.running = running;
    this.sequence = sequence;
  }

  /** The lowest xid that had not been handed out: it and all above are in this one's future. */
  public long limit() {
    return limit;
  }

  /** Every xid below was finished. */
  public long oldest() {
    return running.length == 0 ? limit : running[0];
  }

  /** How many transactions had ended when it was taken. */
  long sequence() {
    return sequence;
  }

  /**
   * Whether {@code xid}, a transaction or a subtransaction, had finished: only then does its status
   * in the commit log count for this snapshot.
   */
  public boolean finished(long xid) {
    if (xid >= limit) {
      return false;
    }
    if (xid < oldest()) {
      return true;
    }
    if (Arrays.binarySearch(running, xid) >= 0) {
      return false;
    }
    long top = subtransactions.topOf(xid);
    return top == 0 || Arrays.binarySearch(running, top) < 0;
  }
}
