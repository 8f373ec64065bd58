package klomp.wal;

import java.util.concurrent.locks.LockSupport;
import klomp.api.StoreException;

/** Somebody who wants to know when the log is durable beyond {@link #lsn}. Used once. */
abstract sealed class Waiter {

  final long lsn;

  /** The next in whatever list holds this one; owned by that list. */
  Waiter next;

  Waiter(long lsn) {
    this.lsn = lsn;
  }

  /**
   * Settles it; called once.
   *
   * @param failure null if durable
   */
  abstract void complete(StoreException failure);

  /** A thread that is parked until settled. */
  static final class Parked extends Waiter {

    private final Thread thread = Thread.currentThread();
    private boolean durable;
    private volatile boolean settled;

    Parked(long lsn) {
      super(lsn);
    }

    @Override
    void complete(StoreException failure) {
      durable = failure == null;
      settled = true;
      LockSupport.unpark(thread);
    }

    /**
     * Parks until settled. An interrupt is kept for the caller and ends nothing.
     *
     * @return whether it is durable
     */
    boolean await() {
      boolean interrupted = false;
      while (!settled) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        thread.interrupt();
      }
      return durable;
    }
  }

  /** A listener that is called when settled. */
  static final class Listening extends Waiter {

    private final DurabilityListener listener;

    Listening(long lsn, DurabilityListener listener) {
      super(lsn);
      this.listener = listener;
    }

    @Override
    void complete(StoreException failure) {
      if (failure == null) {
        listener.durable();
      } else {
        listener.failed(failure);
      }
    }
  }

  /** The end mark of a list that takes no more. */
  static final class Closed extends Waiter {

    Closed() {
      super(Long.MAX_VALUE);
    }

    @Override
    void complete(StoreException failure) {
      throw new AssertionError("the end mark waits for nothing");
    }
  }
}
