package klomp.sync;

import java.util.concurrent.locks.LockSupport;

/**
 * A piece of work that one thread hands to another and waits for: done exactly once, well or with a
 * failure. The thread that makes it is the one that waits.
 *
 * <p>Waiting cannot be broken off, since the other thread will still touch the work: an interrupt
 * is remembered and the thread's flag is set again when the wait ends. A permit that somebody else
 * left for the thread costs one extra look at the flag.
 *
 * <p>What the worker did before {@link #settle} happens before {@link #await} returns.
 */
public class Settlement {

  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 64 : 0;

  private final Thread waiter = Thread.currentThread();

  /** Published by settled. */
  private Throwable failure;

  private volatile boolean settled;

  /**
   * Ends the work; the worker must not touch it afterwards. The first outcome stands.
   *
   * @param cause why it failed, or null if it was done
   */
  public final void settle(Throwable cause) {
    if (!settled) {
      failure = cause;
      settled = true;
      LockSupport.unpark(waiter);
    }
  }

  public final boolean isSettled() {
    return settled;
  }

  /** Waits, on the thread that made this, until it is settled; returns the failure or null. */
  public final Throwable await() {
    for (int spins = 0; !settled && spins < SPINS; spins++) {
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    while (!settled) {
      LockSupport.park(this);
      // With the flag set, park would return at once for ever.
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }
}
