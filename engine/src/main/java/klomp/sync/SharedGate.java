package klomp.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Many pass at once, or one alone: for work that is short and common against an instant that is
 * rare. Those who pass count themselves in one of several padded stripes, so that they do not share
 * a line; the one who wants to be alone closes the gate and waits until every stripe is empty.
 *
 * <p>Passing is not reentrant with closing: who is inside must not close, nor enter a second time
 * (it would wait for itself if the gate closes in between).
 */
public final class SharedGate {

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int STRIPES = 32;
  private static final int STRIDE = 16;
  private static final long PARK_NANOS = 20_000;

  private final long[] counts = new long[(STRIPES + 1) * STRIDE];
  private volatile boolean closed;

  /**
   * Goes in, waiting while the gate is closed.
   *
   * @return a ticket for {@link #leave}
   */
  public int enter() {
    int at = stripe();
    while (true) {
      COUNT.getAndAdd(counts, at, 1L);
      if (!closed) {
        return at;
      }
      COUNT.getAndAdd(counts, at, -1L);
      while (closed) {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
  }

  /** Goes out again; on the thread that entered or on another. */
  public void leave(int ticket) {
    COUNT.getAndAdd(counts, ticket, -1L);
  }

  /** Runs {@code instant} while nobody is inside. One caller at a time. */
  public synchronized void alone(Runnable instant) {
    closed = true;
    try {
      for (int stripe = 1; stripe <= STRIPES; stripe++) {
        for (int tries = 0; (long) COUNT.getVolatile(counts, stripe * STRIDE) != 0; tries++) {
          if (tries < 100) {
            Thread.onSpinWait();
          } else {
            LockSupport.parkNanos(PARK_NANOS);
          }
        }
      }
      instant.run();
    } finally {
      closed = false;
    }
  }

  private static int stripe() {
    long id = Thread.currentThread().getId();
    return (1 + (int) ((id * 0x9E3779B97F4A7C15L) >>> 59)) * STRIDE;
  }
}
