package klomp.lock;

/**
 * Who holds locks: embedded in a transaction. Keeps the locks it holds as a stack in the order in
 * which they were taken, so that a savepoint is a depth of the stack.
 *
 * <p>Used by one thread at a time, whose steps are ordered by the caller. Two things may happen
 * beside it: a releasing thread may push a lock while this owner's request waits (under the latch
 * of the lock's stripe, before the request says granted), and any thread may read {@link #xid} and
 * {@code waiting}.
 */
public final class LockOwner {

  private volatile long xid;

  /**
   * The request that waits, or null. Set under the latch of its stripe by the owner, cleared under
   * it by whoever settles the request, after the push if it is granted. So an owner that finds
   * null, or that finds its request settled, also sees its stack whole.
   */
  volatile LockRequest waiting;

  private LockEntry newest;
  private int held;

  /** The number by which messages and {@link LockView} name this owner; 0 if it has none yet. */
  public long xid() {
    return xid;
  }

  public void setXid(long xid) {
    this.xid = xid;
  }

  /** A place in the order of locks taken, for {@link LockTable#releaseAfter}. */
  public int mark() {
    return held;
  }

  /** How many locks it holds. */
  public int held() {
    return held;
  }

  /** Whether a request of it waits; exact only for the owner's own thread. */
  public boolean isWaiting() {
    return waiting != null;
  }

  /** How messages name it. */
  public String name() {
    return name(xid);
  }

  static String name(long xid) {
    return xid == 0 ? "a transaction without a number" : "transaction " + xid;
  }

  LockEntry newest() {
    return newest;
  }

  /** Under the latch of the entry's stripe. */
  void push(LockEntry entry) {
    entry.holder = this;
    entry.below = newest;
    newest = entry;
    held++;
  }

  /** Takes the newest off the stack; under the latch of its stripe. */
  void pop() {
    LockEntry entry = newest;
    newest = entry.below;
    entry.below = null;
    held--;
  }
}
