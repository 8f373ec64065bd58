package klomp.server.session;

import java.util.concurrent.CompletableFuture;

/**
 * The one wait of a session that can be called off: an operation that waits for a lock. When the
 * client goes away its future is cancelled, so that whoever waits for it goes on at once and aborts
 * the transaction; the abort takes the operation out of the lock's queue. Otherwise what the client
 * holds would stay locked until the lock time-out.
 */
public final class Waits {

  private CompletableFuture<?> operation; // guarded by this
  private boolean cancelled; // guarded by this
  private volatile boolean brokeOff;

  /** Returns {@code started}, to be cancelled when {@link #cancel} is called. */
  public <T> CompletableFuture<T> guard(CompletableFuture<T> started) {
    if (started.isDone()) {
      return started;
    }
    boolean late;
    synchronized (this) {
      operation = started;
      late = cancelled;
    }
    if (late && started.cancel(false)) {
      brokeOff = true;
    }
    return started;
  }

  /** Ends the wait under way, and every later one at its begin. For any thread. */
  public void cancel() {
    CompletableFuture<?> waiting;
    synchronized (this) {
      cancelled = true;
      waiting = operation;
      operation = null;
    }
    if (waiting != null && waiting.cancel(false)) {
      brokeOff = true;
    }
  }

  /** Whether an operation was left in the middle: its transaction can only be aborted. */
  boolean hasBrokenOff() {
    return brokeOff;
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }
}
