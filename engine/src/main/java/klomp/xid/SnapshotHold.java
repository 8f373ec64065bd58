package klomp.xid;

/**
 * A snapshot in use: as long as it is held, nothing that it can see is pruned. Used by one thread
 * at a time.
 */
public final class SnapshotHold {

  static final int OVERFLOW = -1;

  private final SnapshotSlots slots;
  private final int at;
  private volatile Snapshot snapshot;

  /** Guarded by this. */
  private boolean released;

  SnapshotHold(SnapshotSlots slots, int at, Snapshot snapshot) {
    this.slots = slots;
    this.at = at;
    this.snapshot = snapshot;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  void replace(Snapshot newer) {
    snapshot = newer;
    slots.publish(this, at, newer);
  }

  /** Gives it up. Calls after the first do nothing: the slot may be another's by then. */
  public synchronized void release() {
    if (!released) {
      released = true;
      slots.release(this, at);
    }
  }
}
