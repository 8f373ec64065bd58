package klomp.clog.strategy;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import klomp.api.StoreClosedException;
import klomp.clog.Failures;
import klomp.host.Host;

/**
 * One thread that does what others hand over, in order, through a Disruptor ring. It takes all that
 * has gathered, does it, and then wakes those who wait.
 *
 * <p>The loop is its own rather than the Disruptor's, for three reasons: it parks when idle and
 * costs a publisher no lock to be woken; it settles in batches; and nothing handed over is ever
 * dropped. About the last: the owner says {@code gone} before it looks how far the ring was
 * claimed, a publisher looks at {@code gone} after publishing, with a full fence between on both
 * sides; so either the owner sees the claim and refuses the work, or the publisher sees that the
 * owner is gone. With {@code idle}, and the ring's cells, the same for waking it.
 */
final class OwnerThread {

  private static final int RING = 1024;
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
  private static final int YIELDS = 4;
  private static final long FULL_PARK_NANOS = 1_000;

  private static final class Cell {
    OwnerWork work;
    Throwable failure;
  }

  private final RingBuffer<Cell> ring =
      RingBuffer.createMultiProducer(Cell::new, RING, new BusySpinWaitStrategy());

  /** What is up to here is done, and its cells may be used again. */
  private final Sequence consumed = new Sequence();

  private final Thread thread;
  private volatile boolean idle;
  private volatile boolean gone;

  /** Why the owner is gone, if it was not told to; published by gone. */
  private Throwable cause;

  /** The owner's own. */
  private boolean stopping;

  private final class Stop extends OwnerWork {
    @Override
    void perform() {
      stopping = true;
    }
  }

  OwnerThread(Host host, String name) {
    ring.addGatingSequences(consumed);
    thread = host.thread(name, this::run);
    thread.start();
  }

  /** Hands over and waits; throws what it threw. */
  void call(OwnerWork work) {
    publish(work);
    Failures.rethrow(outcome(work));
  }

  /** Refuses what comes from now on, does what came before, and ends the thread. */
  void close() {
    Stop stop = new Stop();
    publish(stop);
    Failures.rethrow(outcome(stop));
    Failures.joinUninterruptibly(thread);
  }

  private void publish(OwnerWork work) {
    long sequence = claim();
    ring.get(sequence).work = work;
    ring.publish(sequence);
    VarHandle.fullFence();
    if (idle) {
      LockSupport.unpark(thread);
    }
  }

  private long claim() {
    while (true) {
      if (gone) {
        Failures.rethrow(goneCause());
      }
      try {
        return ring.tryNext();
      } catch (InsufficientCapacityException full) {
        LockSupport.parkNanos(FULL_PARK_NANOS);
      }
    }
  }

  private Throwable outcome(OwnerWork work) {
    VarHandle.fullFence();
    if (gone && !work.isSettled()) {
      return goneCause();
    }
    return work.await();
  }

  private Throwable goneCause() {
    return cause != null ? cause : new StoreClosedException("the commit log is closed");
  }

  private void run() {
    try {
      while (!stopping) {
        awaitWork(consumed.get() + 1);
        doBatch();
      }
    } catch (Throwable e) {
      cause = e;
    } finally {
      refuseRest();
    }
  }

  private void awaitWork(long sequence) {
    for (int tries = 0; !ring.isAvailable(sequence); tries++) {
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        idle = true;
        VarHandle.fullFence();
        if (!ring.isAvailable(sequence)) {
          LockSupport.park(this);
        }
        idle = false;
      }
    }
  }

  private void doBatch() {
    long settled = consumed.get() + 1;
    long next = settled;
    while (next - settled < RING && ring.isAvailable(next) && !stopping) {
      Cell cell = ring.get(next);
      if (cell.work.isSlow()) {
        settle(settled, next);
        settled = next;
      }
      try {
        cell.work.perform();
      } catch (Throwable e) {
        cell.failure = e;
      }
      next++;
    }
    settle(settled, next);
  }

  private void settle(long first, long beyond) {
    for (long sequence = first; sequence < beyond; sequence++) {
      Cell cell = ring.get(sequence);
      OwnerWork work = cell.work;
      Throwable failure = cell.failure;
      cell.work = null;
      cell.failure = null;
      work.settle(failure);
    }
    consumed.set(beyond - 1);
  }

  private void refuseRest() {
    gone = true;
    VarHandle.fullFence();
    // All that was claimed so far: one that is not published yet may hide one that is, and whose
    // publisher has looked at gone too early. Who claims later finds that the owner is gone.
    long last = ring.getCursor();
    for (long next = consumed.get() + 1; next <= last; next++) {
      while (!ring.isAvailable(next)) {
        Thread.yield();
      }
      Cell cell = ring.get(next);
      cell.failure = cause != null ? cause : new StoreClosedException("the commit log is closed");
      settle(next, next + 1);
    }
  }
}
