package klomp.xid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import klomp.api.StorageException;

/**
 * Hands out xids, knows which transactions run, and makes snapshots.
 *
 * <p><b>Property.</b> If a snapshot says that a transaction had finished, its status in the commit
 * log is final; and what a snapshot says of a transaction never changes.
 *
 * <p><b>Rule.</b> A number is handed out and entered into the running set in one step under the
 * lock, and a transaction leaves the set only after the commit log has its status. Snapshots are
 * made under the same lock.
 *
 * <p>A snapshot is kept until a transaction ends and shared by all who begin until then, so that
 * readers normally take no lock. Whoever takes it announces it in a slot and looks again whether it
 * is still the newest: the horizon is read first from {@code oldestRunning}, then from the slots,
 * and {@link #end} retires the snapshot before it moves {@code oldestRunning}; so the horizon
 * cannot pass a snapshot that was taken but not yet announced.
 *
 * <p>Safe for use by any number of threads. Guarded by {@code this}: running, count, next, limit,
 * pending*, ended, changes of the subtransaction map.
 */
public final class RunningSet {

  /** Numbers recorded ahead in the log; after a crash at most that many are skipped. */
  static final int RESERVE = 65_536;

  /** The horizon is computed anew after that many ends. */
  private static final int HORIZON_STEP = 32;

  private final XidLimitLog log;
  private final SubtransactionMap subtransactions = new SubtransactionMap();
  private final SnapshotSlots slots = new SnapshotSlots();

  private RunningTransaction[] running = new RunningTransaction[64];
  private int count;
  private long next;
  private long limit;
  private long pendingLimit;
  private long pendingPosition;
  private volatile long ended;

  private volatile Snapshot current;
  private volatile long oldestRunning;
  private volatile long horizon;
  private volatile long horizonAt;
  private volatile LiveSnapshots live;
  private volatile long liveAt;

  /**
   * @param next the first xid to hand out, 1 or more
   * @param log told of every new limit before a number below it is used
   */
  public RunningSet(long next, XidLimitLog log) {
    this.log = log;
    this.next = next;
    this.limit = next;
    this.oldestRunning = next;
    this.horizon = next;
    this.live = LiveSnapshots.of(current(), new ArrayList<>());
  }

  /** A new transaction, in the running set from now on. */
  public synchronized RunningTransaction begin() {
    RunningTransaction transaction = new RunningTransaction(allocate());
    if (count == running.length) {
      running = Arrays.copyOf(running, count * 2);
    }
    running[count++] = transaction;
    return transaction;
  }

  /** A new subtransaction of {@code transaction}. */
  public synchronized long beginSubtransaction(RunningTransaction transaction) {
    long xid = allocate();
    transaction.add(xid);
    if (subtransactions.add(xid, transaction.xid())) {
      List<Snapshot> active = slots.active();
      active.add(snapshotLocked());
      subtransactions.trim(active);
    }
    return xid;
  }

  /**
   * Takes the subtransactions from the {@code from}-th on out of {@code transaction}, which rolled
   * them back; the commit log has them aborted already.
   */
  public synchronized void cut(RunningTransaction transaction, int from) {
    for (int i = from; i < transaction.subCount(); i++) {
      // Still a running one for the snapshots of now: its top is. That costs nothing, as it is
      // aborted for everybody.
      subtransactions.ended(transaction.subxids()[i], ended + 1);
    }
    transaction.cut(from);
  }

  /** Takes {@code transaction} out of the running set; the commit log has its status already. */
  public synchronized void end(RunningTransaction transaction) {
    long sequence = ended + 1;
    for (int i = 0; i < transaction.subCount(); i++) {
      subtransactions.ended(transaction.subxids()[i], sequence);
    }
    int at = indexOf(transaction);
    System.arraycopy(running, at + 1, running, at, count - at - 1);
    running[--count] = null;
    ended = sequence;
    current = null;
    oldestRunning = oldestLocked();
    notifyAll();
  }

  /**
   * Leaves {@code transaction} in the running set for good: its commit is logged, but the store
   * failed before that could be seen.
   */
  public synchronized void abandon(RunningTransaction transaction) {
    transaction.abandon();
    notifyAll();
  }

  /**
   * Waits, through interrupts, until {@code transaction} has left the running set.
   *
   * @throws StorageException if it never will
   */
  public synchronized void awaitEnd(RunningTransaction transaction) {
    boolean interrupted = false;
    while (indexOf(transaction) >= 0 && !transaction.isAbandoned()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (transaction.isAbandoned()) {
      throw new StorageException(
          "the commit of transaction " + transaction.xid() + " could not be recorded");
    }
  }

  /** Takes and announces the newest snapshot. */
  public SnapshotHold hold() {
    Snapshot snapshot = current();
    SnapshotHold hold = slots.claim(snapshot);
    confirm(hold, snapshot);
    return hold;
  }

  /** Exchanges the snapshot of {@code hold} for the newest one. */
  public void refresh(SnapshotHold hold) {
    Snapshot snapshot = current();
    if (hold.snapshot() != snapshot) {
      hold.replace(snapshot);
      confirm(hold, snapshot);
    }
  }

  private void confirm(SnapshotHold hold, Snapshot announced) {
    for (Snapshot now = current(); now != announced; now = current()) {
      hold.replace(now);
      announced = now;
    }
  }

  private Snapshot current() {
    Snapshot snapshot = current;
    if (snapshot != null) {
      return snapshot;
    }
    synchronized (this) {
      return snapshotLocked();
    }
  }

  /** The transaction that the subtransaction {@code xid} is part of; 0 if it is none. */
  public long topOf(long xid) {
    return subtransactions.topOf(xid);
  }

  /** Whether {@code xid}, a transaction or a subtransaction, has been handed out and not ended. */
  public synchronized boolean isRunning(long xid) {
    return xid < next && !snapshotLocked().finished(xid);
  }

  /** The next xid to be handed out. */
  public synchronized long next() {
    return next;
  }

  /** Every xid below has ended. */
  public long oldestRunning() {
    return oldestRunning;
  }

  /**
   * Every xid below has ended for every snapshot, present or future. At most a few dozen ends
   * behind.
   */
  public long horizon() {
    long now = ended;
    if (now - horizonAt >= HORIZON_STEP || now < HORIZON_STEP) {
      horizon = slots.oldest(oldestRunning);
      horizonAt = now;
    }
    return horizon;
  }

  /** The snapshots in use; at most a few dozen ends behind. */
  public LiveSnapshots live() {
    long now = ended;
    return now - liveAt >= HORIZON_STEP || now < HORIZON_STEP ? renewLive() : live;
  }

  /** The snapshots in use as somebody asked for them last; takes no lock. */
  public LiveSnapshots lastLive() {
    return live;
  }

  /** The snapshots in use now. */
  public LiveSnapshots renewLive() {
    long now = ended;
    // This order: see there.
    Snapshot newest = current();
    LiveSnapshots renewed = LiveSnapshots.of(newest, slots.active());
    live = renewed;
    liveAt = now;
    return renewed;
  }

  /** Pages of 32 KiB that map subtransactions to their transactions. */
  public int subtransactionPages() {
    return subtransactions.pages();
  }

  /** How many transactions run. */
  public synchronized int size() {
    return count;
  }

  /** What a checkpoint has to remember; called while nobody is in the checkpoint gate. */
  public synchronized XidState state() {
    List<RunningTransaction> committing = new ArrayList<>();
    long[] unfinished = new long[64];
    int size = 0;
    for (int i = 0; i < count; i++) {
      RunningTransaction transaction = running[i];
      if (transaction.isCommitting()) {
        committing.add(transaction);
        continue;
      }
      int needed = size + 1 + transaction.subCount();
      if (needed > unfinished.length) {
        unfinished = Arrays.copyOf(unfinished, Math.max(needed, size * 2));
      }
      unfinished[size++] = transaction.xid();
      System.arraycopy(transaction.subxids(), 0, unfinished, size, transaction.subCount());
      size += transaction.subCount();
    }
    unfinished = Arrays.copyOf(unfinished, size);
    Arrays.sort(unfinished);
    return new XidState(next, Math.max(limit, pendingLimit), unfinished, committing);
  }

  private Snapshot snapshotLocked() {
    Snapshot snapshot = current;
    if (snapshot == null) {
      long[] xids = new long[count];
      for (int i = 0; i < count; i++) {
        xids[i] = running[i].xid();
      }
      snapshot = new Snapshot(subtransactions, next, xids, ended);
      current = snapshot;
    }
    return snapshot;
  }

  private long allocate() {
    if (pendingLimit == 0 && next + RESERVE / 2 >= limit) {
      pendingPosition = log.append(limit + RESERVE);
      pendingLimit = limit + RESERVE;
    }
    if (next == limit) {
      log.awaitDurable(pendingPosition);
      limit = pendingLimit;
      pendingLimit = 0;
    }
    return next++;
  }

  private long oldestLocked() {
    return count == 0 ? next : running[0].xid();
  }

  private int indexOf(RunningTransaction transaction) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      long xid = running[middle].xid();
      if (xid == transaction.xid()) {
        return middle;
      } else if (xid < transaction.xid()) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
