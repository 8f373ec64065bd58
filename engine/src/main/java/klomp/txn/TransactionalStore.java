package klomp.txn;

import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.Statistics;
import klomp.api.StorageException;
import klomp.api.Store;
import klomp.api.StoreClosedException;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.api.TransactionStatus;
import klomp.clog.XidStatus;
import klomp.metrics.Metrics;

/**
 * The embedded store. Begins transactions and closes what the root wired together.
 *
 * <p>Safe for use by any number of threads.
 */
public final class TransactionalStore implements Store {

  /** What the root provides beyond the transaction system. */
  public interface Lifecycle {

    /** Makes a checkpoint and returns when it is durable. */
    void checkpoint();

    /** Sweeps the whole tree, makes it durable, and truncates the commit log. */
    void vacuum();

    /** Makes a last checkpoint if it can, stops all threads and gives the directory back. */
    void close();
  }

  private final TransactionSystem system;
  private final Metrics metrics;
  private final Lifecycle lifecycle;
  private volatile boolean closed;

  public TransactionalStore(TransactionSystem system, Metrics metrics, Lifecycle lifecycle) {
    this.system = system;
    this.metrics = metrics;
    this.lifecycle = lifecycle;
    metrics.gauge("xid.next", system.running()::next);
    metrics.gauge("xid.horizon", system.running()::horizon);
    metrics.gauge("transactions.running", system.running()::size);
  }

  @Override
  public Transaction begin(TransactionOptions options) {
    requireOpen();
    return new EngineTransaction(this, system, resolve(options));
  }

  private TransactionOptions resolve(TransactionOptions options) {
    if (options.isolation() != null) {
      requireOffered(options.isolation());
    }
    if (options.isolation() != null && options.durability() != null) {
      return options;
    }
    return new TransactionOptions(
        options.isolation() == null ? system.options().isolation() : options.isolation(),
        options.readOnly(),
        options.durability() == null ? system.options().durability() : options.durability());
  }

  /**
   * Refuses a level that this version does not have.
   *
   * @throws InvalidRequestException if it is {@link Isolation#SERIALIZABLE}
   */
  public static void requireOffered(Isolation isolation) {
    if (isolation == Isolation.SERIALIZABLE) {
      throw new InvalidRequestException(
          "SERIALIZABLE is not offered by this version; use SNAPSHOT and lock what must not change"
              + " with getForUpdate");
    }
  }

  @Override
  public TransactionStatus status(long xid) {
    requireOpen();
    if (xid < 1 || xid >= system.running().next()) {
      throw new InvalidRequestException("xid " + xid + " was never handed out");
    }
    // Running first: what has left the running set has its fate in the commit log.
    if (system.running().isRunning(xid)) {
      return system.clog().status(xid) == XidStatus.ABORTED
          ? TransactionStatus.ABORTED
          : TransactionStatus.IN_PROGRESS;
    }
    return system.clog().status(xid) == XidStatus.COMMITTED
        ? TransactionStatus.COMMITTED
        : TransactionStatus.ABORTED;
  }

  @Override
  public void checkpoint() {
    requireOpen();
    lifecycle.checkpoint();
  }

  @Override
  public void vacuum() {
    requireOpen();
    lifecycle.vacuum();
  }

  @Override
  public Statistics statistics() {
    return metrics.snapshot();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    lifecycle.close();
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen() {
    if (closed) {
      throw new StoreClosedException("the store is closed");
    }
  }

  /** What a caller should see: a failure that comes from closing is "closed". */
  KlompException translate(KlompException e) {
    if (e instanceof StorageException && closed) {
      return new StoreClosedException("the store was closed meanwhile", e);
    }
    return e;
  }
}
