package klomp.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import klomp.api.AsyncTransaction;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.Limits;
import klomp.api.ReadOnlyException;
import klomp.api.RequestException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.StoreException;
import klomp.api.Transaction;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionOverException;
import klomp.api.TransactionState;
import klomp.lock.LockOwner;
import klomp.lock.LockRequest;
import klomp.tree.Finger;
import klomp.tree.Garbage;
import klomp.xid.RunningTransaction;
import klomp.xid.SnapshotHold;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction of the embedded store.
 *
 * <p>Used by one thread at a time; hand-overs between threads (by {@link EngineAsyncTransaction})
 * happen through the lock table, the log and an executor, which order memory.
 *
 * <p><b>Order of the end.</b> Commit record (durable, if asked for), then the commit log, then out
 * of the running set, then the locks. A snapshot that says "finished" may then rely on the commit
 * log, and whoever gets a lock finds the fate of what its last holder wrote.
 */
final class EngineTransaction implements Transaction {

  private static final Logger LOG = LoggerFactory.getLogger(EngineTransaction.class);

  private final TransactionalStore store;
  private final TransactionSystem system;
  private final TransactionOptions options;
  private final SnapshotHold hold;
  private final VisibleVersion visible;
  private final SavepointStack savepoints = new SavepointStack();

  private TransactionState state = TransactionState.ACTIVE;
  private LockOwner owner;

  /** Made with the first lock: who only reads does not pay for it. */
  private NewestVersion newest;

  /** Made with the first read or lock. */
  private Finger finger;

  private List<EngineCursor> cursors = List.of();

  /** Null until the first write or lock. */
  private RunningTransaction running;

  private boolean wrote;

  /** Bytes of the versions written and not rolled back. */
  private long writtenBytes;

  /**
   * @param options with nothing left to the store's defaults
   */
  EngineTransaction(
      TransactionalStore store, TransactionSystem system, TransactionOptions options) {
    this.store = store;
    this.system = system;
    this.options = options;
    this.visible = new VisibleVersion(this, system.clog());
    this.hold = system.running().hold();
  }

  @Override
  public TransactionOptions options() {
    return options;
  }

  @Override
  public TransactionState state() {
    return state;
  }

  @Override
  public long xid() {
    return running == null ? 0 : running.xid();
  }

  /** Whether {@code xid} is this transaction's, or that of a live subtransaction of it. */
  boolean isOwn(long xid) {
    return running != null
        && xid >= running.xid()
        && (xid == running.xid()
            || Arrays.binarySearch(running.subxids(), 0, running.subCount(), xid) >= 0);
  }

  @Override
  public byte[] get(byte[] key) {
    requireActive();
    Limits.checkKey(key);
    refreshSnapshot();
    return read(key);
  }

  @Override
  public List<byte[]> multiGet(List<byte[]> keys) {
    requireActive();
    keys.forEach(Limits::checkKey);
    refreshSnapshot();
    List<byte[]> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(read(key));
    }
    return values;
  }

  @Override
  public Cursor scan(Scan scan) {
    requireActive();
    boolean ownHold = options.isolation() == Isolation.READ_COMMITTED;
    SnapshotHold cursorHold = ownHold ? system.running().hold() : hold;
    VisibleVersion judge = new VisibleVersion(this, system.clog()).at(cursorHold.snapshot());
    EngineCursor cursor =
        new EngineCursor(
            this,
            system
                .tree()
                .cursor(
                    scan.from(), scan.to(), scan.isReverse(), scan.keysOnly(), judge, scan.limit()),
            scan.limit(),
            ownHold ? cursorHold : null);
    if (cursors.isEmpty()) {
      cursors = new ArrayList<>();
    }
    cursors.add(cursor);
    return cursor;
  }

  void forget(EngineCursor cursor) {
    cursors.remove(cursor);
  }

  private byte[] read(byte[] key) {
    try {
      return finger().read(key, visible.at(hold.snapshot()));
    } catch (KlompException e) {
      throw store.translate(e);
    }
  }

  private Finger finger() {
    if (finger == null) {
      finger = system.tree().finger();
    }
    return finger;
  }

  private void refreshSnapshot() {
    if (options.isolation() == Isolation.READ_COMMITTED) {
      system.running().refresh(hold);
    }
  }

  @Override
  public byte[] getForUpdate(byte[] key) {
    await(lockPatiently(key));
    return failing(() -> readLocked(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    Limits.checkValue(value);
    await(lockPatiently(key));
    failing(() -> putLocked(key, value));
  }

  @Override
  public boolean delete(byte[] key) {
    await(lockPatiently(key));
    return failing(() -> deleteLocked(key));
  }

  /**
   * Asks for the lock of {@code key}. Has no other effect, so that what follows can run whenever
   * the lock is granted.
   */
  LockRequest lock(byte[] key) {
    requireLockable(key);
    return system.locks().acquire(owner, key.clone(), system.options().lockTimeout().toNanos());
  }

  /** The same for a caller that waits on its own thread. */
  private LockRequest lockPatiently(byte[] key) {
    requireLockable(key);
    return system
        .locks()
        .acquirePatiently(owner, key.clone(), system.options().lockTimeout().toNanos());
  }

  private void requireLockable(byte[] key) {
    requireActive();
    Limits.checkKey(key);
    if (options.readOnly()) {
      throw new ReadOnlyException(
          "the transaction was begun read-only; it can neither write nor lock");
    }
    writeXid();
  }

  byte[] readLocked(byte[] key) {
    return readNewest(key, true);
  }

  Void putLocked(byte[] key, byte[] value) {
    readNewest(key, false);
    write(key, value);
    return null;
  }

  boolean deleteLocked(byte[] key) {
    readNewest(key, false);
    if (!newest.isPresent()) {
      return false;
    }
    write(key, null);
    return true;
  }

  /** Waits for a lock; a refusal fails the transaction. */
  void await(LockRequest request) {
    failing(
        () -> {
          request.await();
          return null;
        });
  }

  /**
   * First updater wins: the holder of a key's lock may go on only if it sees the key's newest
   * version. Under read committed it looks again, and sees it.
   *
   * @param takeValue whether the value is wanted; else the answer is null
   */
  private byte[] readNewest(byte[] key, boolean takeValue) {
    refreshSnapshot();
    byte[] value = finger().read(key, newest.at(hold.snapshot(), takeValue));
    if (newest.isConflict()) {
      throw new ConflictException(
          "another transaction changed the key after this one began; roll back and run it again");
    }
    return value;
  }

  private void write(byte[] key, byte[] value) {
    long xid = writeXid();
    int ticket = system.gate().enter();
    try {
      wrote = true;
      long lsn =
          value == null
              ? system.wal().appendDelete(xid, key)
              : system.wal().appendPut(xid, key, value);
      writtenBytes += Garbage.bytesOf(key, value);
      finger.insert(key, lsn, xid, value);
    } finally {
      system.gate().leave(ticket);
    }
  }

  private long writeXid() {
    if (running == null) {
      running = system.running().begin();
      owner = new LockOwner();
      owner.setXid(running.xid());
      newest = new NewestVersion(this, system.clog());
    }
    return savepoints.writeXid(system.running(), running);
  }

  /**
   * Runs a step that may fail half-way: if it does, the transaction is failed. Bad requests are
   * refused before they have an effect and leave it active.
   */
  <T> T failing(Supplier<T> step) {
    try {
      return step.get();
    } catch (KlompException e) {
      KlompException translated = store.translate(e);
      if (!(translated instanceof RequestException)) {
        fail();
      }
      throw translated;
    } catch (Throwable e) {
      // Such as no memory for a large value: the step may have been half done.
      fail();
      throw e;
    }
  }

  void fail() {
    if (state == TransactionState.ACTIVE) {
      state = TransactionState.FAILED;
    }
  }

  @Override
  public Savepoint savepoint(String name) {
    requireActive();
    int subMark = running == null ? 0 : running.subCount();
    int lockMark = owner == null ? 0 : owner.mark();
    return savepoints.push(name, subMark, lockMark, writtenBytes);
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    requireOpen();
    SavepointStack.Level level = savepoints.find(savepoint);
    // Until all of it is done: a rollback that fails half-way must not be followed by a commit.
    state = TransactionState.FAILED;
    if (running != null) {
      cutSubtransactions(level.subMark());
      system.tree().garbage().add(writtenBytes - level.writeMark());
      writtenBytes = level.writeMark();
      system.locks().releaseAfter(owner, level.lockMark());
    }
    savepoints.rollbackTo(level);
    state = TransactionState.ACTIVE;
  }

  /**
   * Within the gate: a long record goes to the log in parts, and no checkpoint may begin between.
   */
  private void appendAbort(long xid, long[] subxids, int subCount) {
    if (!wrote) {
      return;
    }
    int ticket = system.gate().enter();
    try {
      system.wal().appendAbort(xid, subxids, subCount);
    } finally {
      system.gate().leave(ticket);
    }
  }

  private void cutSubtransactions(int mark) {
    int count = running.subCount();
    if (count > mark) {
      long[] rest = Arrays.copyOfRange(running.subxids(), mark + 1, count);
      long first = running.subxids()[mark];
      appendAbort(first, rest, rest.length);
      system.clog().abort(first, rest, rest.length);
      system.running().cut(running, mark);
    }
  }

  @Override
  public void release(Savepoint savepoint) {
    requireActive();
    savepoints.release(savepoints.find(savepoint));
  }

  @Override
  public void commit() {
    long lsn = logCommit();
    if (lsn != NOTHING_TO_WAIT_FOR) {
      try {
        system.wal().awaitDurable(lsn);
      } catch (KlompException e) {
        releaseUnfinished();
        throw store.translate(e);
      }
    }
    finishCommit();
  }

  @Override
  public CompletableFuture<Void> commitAsync() {
    return async().commit();
  }

  /** What {@link #logCommit} returns if the commit may be finished at once. */
  static final long NOTHING_TO_WAIT_FOR = -1;

  /**
   * Ends the transaction for its user and appends the commit record.
   *
   * @return the position that has to be durable before {@link #finishCommit}
   */
  long logCommit() {
    requireActive();
    // Here, on the caller's thread: what comes after the log may run on another.
    closeCursors();
    if (!wrote) {
      // Only locks, if anything: a crash has nothing to bring back.
      state = TransactionState.COMMITTED;
      return NOTHING_TO_WAIT_FOR;
    }
    long lsn;
    int ticket = system.gate().enter();
    try {
      lsn =
          system
              .wal()
              .appendCommit(
                  running.xid(), running.subxids(), running.subCount(), system.host().wallMillis());
      running.committing(lsn);
    } catch (KlompException e) {
      fail();
      throw store.translate(e);
    } catch (Throwable e) {
      fail();
      throw e;
    } finally {
      system.gate().leave(ticket);
    }
    state = TransactionState.COMMITTED;
    return options.durability() == Durability.SYNC ? lsn : NOTHING_TO_WAIT_FOR;
  }

  /** Makes the commit seen, and lets go of everything. */
  void finishCommit() {
    if (running == null) {
      releaseHolds();
      return;
    }
    try {
      system.clog().commit(running.xid(), running.subxids(), running.subCount());
    } catch (KlompException e) {
      releaseUnfinished();
      throw store.translate(e);
    } catch (Throwable e) {
      releaseUnfinished();
      throw e;
    }
    system.running().end(running);
    system.locks().releaseAll(owner);
    releaseHolds();
  }

  /**
   * Lets go of locks and snapshots but stays in the running set: the commit is in the log, perhaps
   * on disk, so nobody may see it or take it for aborted before a restart has settled it.
   */
  void releaseUnfinished() {
    system.running().abandon(running);
    system.locks().releaseAll(owner);
    releaseHolds();
  }

  /**
   * Synchronized with the continuation of a waiting operation: a session whose client has vanished
   * aborts while that may be about to run, and whoever comes second finds the transaction over.
   */
  @Override
  public synchronized void abort() {
    if (isOver()) {
      return;
    }
    state = TransactionState.ABORTED;
    if (running == null) {
      releaseHolds();
      return;
    }
    try {
      if (!store.isClosed()) {
        logAbort();
      }
    } finally {
      system.locks().releaseAll(owner);
      releaseHolds();
    }
  }

  private void logAbort() {
    try {
      appendAbort(running.xid(), running.subxids(), running.subCount());
      system.clog().abort(running.xid(), running.subxids(), running.subCount());
    } catch (StoreException e) {
      // Who has ended and is not committed is aborted, here and after a restart.
      LOG.warn(
          "transaction {} is aborted, though that could not be recorded: {}",
          xid(),
          e.getMessage());
    } finally {
      system.running().end(running);
      system.tree().garbage().add(writtenBytes);
    }
  }

  private void closeCursors() {
    if (cursors.isEmpty()) {
      return;
    }
    for (EngineCursor cursor : new ArrayList<>(cursors)) {
      cursor.close();
    }
  }

  private void releaseHolds() {
    closeCursors();
    hold.release();
  }

  @Override
  public AsyncTransaction async() {
    return new EngineAsyncTransaction(this, system);
  }

  void requireActive() {
    requireOpen();
    if (state == TransactionState.FAILED) {
      throw new TransactionFailedException(
          "the transaction has failed; roll it back, whole or to a savepoint");
    }
  }

  private void requireOpen() {
    if (isOver()) {
      throw new TransactionOverException("the transaction is over; begin another");
    }
    store.requireOpen();
  }

  private boolean isOver() {
    return state == TransactionState.COMMITTED || state == TransactionState.ABORTED;
  }
}
