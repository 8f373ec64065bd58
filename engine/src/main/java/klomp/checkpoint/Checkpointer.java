package klomp.checkpoint;

import java.util.concurrent.atomic.LongAdder;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.api.StoreOptions;
import klomp.clog.CommitLog;
import klomp.host.Host;
import klomp.metrics.Metrics;
import klomp.page.PagePool;
import klomp.sync.SharedGate;
import klomp.wal.Wal;
import klomp.xid.RunningSet;
import klomp.xid.RunningTransaction;
import klomp.xid.XidState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes checkpoints, on request and by itself: after so much log, after so much time, or when the
 * last one holds too many places that are otherwise free.
 *
 * <p><b>Property.</b> From the newest durable checkpoint and the log behind it, everything that was
 * acknowledged can be rebuilt.
 *
 * <p><b>Rule.</b> At one instant, while nobody is between appending a record and applying it, the
 * log's position, the pages and the unfinished transactions are noted. Then, in this order: the log
 * is made durable to that position; those who had logged their commit before it leave the running
 * set, so that the commit log has them; the commit log is written and synced; the pages as they
 * stood are written and synced, and the root after them. Only then is older log given up.
 */
public final class Checkpointer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);

  /** How often the triggers are looked at. */
  private static final long LOOK_MILLIS = 50;

  /** Never for less than this much pinned space. */
  private static final long LEAST_PINNED_BYTES = 16L << 20;

  /**
   * A checkpoint begins when places that only the last one uses take this part of the used space.
   */
  private static final int PINNED_PART = 8;

  /**
   * What is captured at the instant.
   *
   * @param gate the checkpoint gate
   * @param wal the log
   * @param clog the commit log
   * @param running the running set
   * @param pool the pages
   */
  public record Parts(
      SharedGate gate, Wal wal, CommitLog clog, RunningSet running, PagePool pool) {}

  private final Parts parts;
  private final StoreOptions.Tuning tuning;
  private final Host host;
  private final long rootPid;
  private final Thread thread;
  private final LongAdder count;
  private final LongAdder nanos;

  /** Guarded by this. */
  private long requested;

  private long completed;
  private Throwable failure;
  private boolean closing;

  /** The commit log is not needed below; never lowered. */
  private volatile long unneededBelow;

  /** Used by the checkpointer's thread alone. */
  private long lastPosition;

  private long lastNanos;

  /**
   * @param rootPid the root of the tree, which never changes
   */
  public Checkpointer(
      Parts parts, StoreOptions.Tuning tuning, Host host, long rootPid, Metrics metrics) {
    this.parts = parts;
    this.tuning = tuning;
    this.host = host;
    this.rootPid = rootPid;
    this.count = metrics.counter("checkpoint.count");
    this.nanos = metrics.counter("checkpoint.nanos");
    this.thread = host.thread("klomp-checkpointer", this::run);
  }

  /** Makes the first checkpoint on the caller's thread, then begins to work by itself. */
  public void start() {
    checkpointNow();
    thread.start();
  }

  /** Makes a checkpoint that begins after this call, and waits for it. */
  public void checkpoint() {
    boolean interrupted = false;
    synchronized (this) {
      long mine = ++requested;
      notifyAll();
      while (completed < mine && failure == null && !closing) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (completed < mine) {
        throw failure != null
            ? new StorageException("the checkpoint failed: " + failure.getMessage(), failure)
            : new StoreClosedException("the store was closed before the checkpoint was made");
      }
    }
  }

  /** Asks for a checkpoint that begins after this call, and does not wait for it. */
  public synchronized void request() {
    requested++;
    notifyAll();
  }

  /**
   * Says that no version of an aborted transaction below {@code xid} is in the tree any more. The
   * next checkpoint that begins has the pages without them and records the bound; after it the
   * commit log is truncated.
   */
  public void truncateBelow(long xid) {
    unneededBelow = Math.max(unneededBelow, xid);
  }

  /** Makes a last checkpoint, unless an earlier one failed, and stops. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      if (failure != null) {
        return;
      }
    }
    checkpointNow();
  }

  private void run() {
    try {
      for (long wanted; (wanted = awaitWork()) >= 0; ) {
        checkpointNow();
        synchronized (this) {
          completed = Math.max(completed, wanted);
          notifyAll();
        }
      }
    } catch (Throwable e) {
      LOG.error("no more checkpoints: {}", e.getMessage(), e);
      synchronized (this) {
        failure = e;
        notifyAll();
      }
    }
  }

  /** Waits for a reason; returns the newest request that a checkpoint from now on serves, or -1. */
  private synchronized long awaitWork() {
    while (!closing && requested == completed && !isDue()) {
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        // Nobody interrupts this thread for a reason of the engine's; look again.
        continue;
      }
    }
    return closing ? -1 : requested;
  }

  private boolean isDue() {
    long written = parts.wal().position() - lastPosition;
    if (written == 0) {
      return false;
    }
    long pinnedLimit = Math.max(LEAST_PINNED_BYTES, parts.pool().usedBytes() / PINNED_PART);
    return written >= tuning.checkpointWalBytes()
        || host.nanoTime() - lastNanos >= tuning.checkpointInterval().toNanos()
        || parts.pool().pinnedBytes() > pinnedLimit;
  }

  private void checkpointNow() {
    long start = host.nanoTime();
    Instant instant = new Instant();
    parts.gate().alone(instant);
    if (instant.position > 0) {
      parts.wal().awaitDurable(instant.position - 1);
    }
    for (RunningTransaction transaction : instant.xids.committing()) {
      parts.running().awaitEnd(transaction);
    }
    parts.clog().flush();
    parts.pool().completeCheckpoint(state(instant).encode());
    truncate(instant.clogOldest);
    recycle(instant.position);
    lastPosition = instant.position;
    lastNanos = host.nanoTime();
    count.increment();
    nanos.add(lastNanos - start);
  }

  private void recycle(long position) {
    try {
      parts.wal().recycle(position);
    } catch (StorageException e) {
      // The checkpoint is durable; only old log stays longer than it need. The next one tries
      // again.
      LOG.warn("log before {} could not be given up: {}", position, e.getMessage());
    }
  }

  /** Only now that the bound is durable: a crash must find every fate that it may ask for. */
  private void truncate(long oldest) {
    try {
      parts.clog().truncate(oldest);
    } catch (StorageException e) {
      // Files that stay longer than they need; the next truncation or opening removes them.
      LOG.warn("the commit log below {} could not be given up: {}", oldest, e.getMessage());
    }
  }

  private CheckpointState state(Instant instant) {
    return new CheckpointState(
        instant.position,
        rootPid,
        instant.xids.next(),
        instant.xids.limit(),
        instant.clogOldest,
        instant.xids.unfinished());
  }

  /** What is noted while nobody is in the gate. */
  private final class Instant implements Runnable {
    private long position;
    private XidState xids;
    private long clogOldest;

    @Override
    public void run() {
      position = parts.wal().position();
      xids = parts.running().state();
      clogOldest = Math.max(parts.clog().oldestXid(), unneededBelow);
      parts.pool().beginCheckpoint();
    }
  }
}
