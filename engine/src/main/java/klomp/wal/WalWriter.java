package klomp.wal;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.api.StoreException;
import klomp.host.Host;

/**
 * The one thread that writes the log. It takes what is published in the ring, writes it, syncs once
 * for all who wait, moves the durable position, and only then tells them.
 *
 * <pre>
 *              nothing unsynced, or a waiter's
 *              record is not published yet
 *      +--------------------------------------> IDLE -------+
 *      |                                        any publish, any waiter
 *   RUNNING <-----------------------------------------------+
 *      |                                        NAPPING ----+
 *      +--------------------------------------> any waiter, ring filling up, deadline
 *      |       unsynced records, nobody waits
 *      +--- closing, everything taken ---> STOPPED (end)
 * </pre>
 *
 * <p>Whoever publishes or adds a waiter does so first and then looks at the state; the writer sets
 * the state first and then looks at ring and waiters. With a full fence between the two steps on
 * both sides, at least one sees the other, so no wake-up is lost. Who moves the state from a sleep
 * to RUNNING unparks: one unpark a sleep, however many publish.
 *
 * <p>After the first failure nothing is written or synced again. What is published is thrown away,
 * so that nobody waits for room for ever, and whoever waits gets the failure.
 */
final class WalWriter implements Runnable {

  private static final int RUNNING = 0;
  private static final int NAPPING = 1;
  private static final int IDLE = 2;
  private static final int STOPPED = 3;

  private static final long NONE = Long.MIN_VALUE;

  private final Host host;
  private final WalRing ring;
  private final LogTail tail;
  private final WalMetrics metrics;
  private final long patienceNanos;
  private final long fullCells;
  private final Thread thread;

  // Safe for any thread.
  private final AtomicInteger state = new AtomicInteger(RUNNING);
  private final WaiterList waiters = new WaiterList();
  private final AtomicReference<StorageException> failure = new AtomicReference<>();
  private volatile long durable;
  private volatile boolean closing;

  // The writer's own. Cells before `seen` are published, before `written` written.
  private long seen;
  private long written;

  /** When the oldest record that is not synced was first seen. */
  private long unsyncedSince = NONE;

  WalWriter(Host host, WalRing ring, LogTail tail, WalOptions options, WalMetrics metrics) {
    this.host = host;
    this.ring = ring;
    this.tail = tail;
    this.metrics = metrics;
    patienceNanos = options.asyncWindowNanos() / 2;
    fullCells = WalLayout.cells(options.bufferBytes()) / 4;
    durable = ring.lsn(0);
    thread = host.thread("klomp-wal-writer", this);
  }

  void start() {
    thread.start();
  }

  long durable() {
    return durable;
  }

  /** The first failure, or null. */
  StorageException failure() {
    return failure.get();
  }

  /** A fresh exception for one caller, about the first failure. */
  StorageException failedWith() {
    StorageException first = failure.get();
    return new StorageException(first.getMessage(), first);
  }

  /** Ends the log for good; the first cause counts. Any thread. */
  void fail(Throwable cause) {
    failure.compareAndSet(
        null, new StorageException("the write-ahead log failed for good: " + cause, cause));
    wakeFrom(state.get());
  }

  /**
   * After a publication: wakes the writer if it would not look by itself.
   *
   * @throws StoreClosedException if the writer has ended
   */
  void published() {
    VarHandle.fullFence();
    int now = state.getPlain();
    if (now != RUNNING) {
      if (now == STOPPED) {
        throw new StoreClosedException("the write-ahead log is closed");
      }
      if (now == IDLE || ring.backlog() > fullCells) {
        wakeFrom(now);
      }
    }
  }

  /** Has the waiter settled as soon as its position is durable, by this thread or the writer. */
  void await(Waiter waiter) {
    if (!waiters.add(waiter)) {
      waiter.complete(waiter.lsn < durable ? null : neverDurable());
      return;
    }
    wakeFrom(state.get());
  }

  /** Why what is not durable will never be. */
  StoreException neverDurable() {
    return failure.get() != null
        ? failedWith()
        : new StoreClosedException("the write-ahead log is closed");
  }

  private void wakeFrom(int now) {
    if ((now == NAPPING || now == IDLE) && state.compareAndSet(now, RUNNING)) {
      metrics.wakes.increment();
      LockSupport.unpark(thread);
    }
  }

  /** Takes and syncs what was published, ends the thread, settles every waiter. */
  void close() {
    closing = true;
    wakeFrom(state.get());
    Threads.join(thread);
  }

  @Override
  public void run() {
    while (true) {
      boolean last = closing;
      waiters.collect();
      waiters.release(durable);
      seen = ring.published(seen);
      if (failure.get() == null) {
        try {
          pass(last);
        } catch (IOException | RuntimeException | Error e) {
          fail(e);
        }
      }
      if (failure.get() != null) {
        discard();
      }
      if (!last) {
        sleep();
      } else if (seen < ring.claimed()) {
        // Somebody is still filling cells; it takes no longer than a copy.
        Thread.yield();
      } else if (stop()) {
        return;
      }
    }
  }

  /** Writes and syncs as far as somebody wants it now. */
  private void pass(boolean last) throws IOException {
    if (ring.lsn(seen) == durable) {
      return;
    }
    long now = host.nanoTime();
    if (unsyncedSince == NONE) {
      unsyncedSince = now;
    }
    boolean sync = last || now - unsyncedSince >= patienceNanos || waiters.wants(ring.lsn(seen));
    if (sync || seen - written > fullCells) {
      write();
    }
    if (sync) {
      tail.sync();
      durable = ring.lsn(written);
      unsyncedSince = NONE;
      waiters.release(durable);
    }
  }

  private void write() throws IOException {
    while (written < seen) {
      long most = Math.min(seen - written, fullCells) << WalLayout.CELL_BITS;
      int bytes = tail.write(ring.view(written, most), ring.lsn(written));
      written += bytes >>> WalLayout.CELL_BITS;
      ring.release(written);
    }
  }

  private void discard() {
    written = seen;
    unsyncedSince = NONE;
    ring.release(seen);
    waiters.release(durable);
    waiters.fail(waiter -> failedWith());
  }

  private void sleep() {
    boolean nap = unsyncedSince != NONE && !waiters.hasCollected();
    int sleep = nap ? NAPPING : IDLE;
    state.set(sleep);
    VarHandle.fullFence();
    while (state.get() == sleep && !hasWork(nap)) {
      if (unsyncedSince == NONE) {
        LockSupport.park(this);
      } else {
        long rest = patienceNanos - (host.nanoTime() - unsyncedSince);
        if (rest <= 0) {
          break;
        }
        LockSupport.parkNanos(this, rest);
      }
    }
    state.set(RUNNING);
  }

  private boolean hasWork(boolean nap) {
    return closing
        || waiters.hasAdded()
        || (!nap || ring.backlog() > fullCells) && ring.published(seen) > seen;
  }

  /** Ends if nothing was claimed meanwhile; who claims later is told so after publishing. */
  private boolean stop() {
    state.set(STOPPED);
    VarHandle.fullFence();
    if (seen < ring.claimed()) {
      state.set(RUNNING);
      return false;
    }
    waiters.close();
    waiters.release(durable);
    waiters.fail(waiter -> neverDurable());
    ring.releaseForever();
    try {
      tail.close();
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
    return true;
  }
}
