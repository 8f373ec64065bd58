package klomp.server.session;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * The one wait of a session that can be called off: an operation that waits for a lock. When the
 * client goes away the wait is cancelled, so that what it holds is free at once and not only after
 * the lock time-out.
 *
 * <p>The caller's future completes only after {@code cancel} on the store's future has returned:
 * whoever continues finds that the store has already left the lock's queue.
 */
public final class Waits {

  private CompletableFuture<?> operation; // guarded by this, as is all below
  private CompletableFuture<?> guarded;
  private boolean cancelled;

  /** The same result as {@code started}, but failed as soon as {@link #cancel} is called. */
  public <T> CompletableFuture<T> guard(CompletableFuture<T> started) {
    if (started.isDone()) {
      return started;
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    boolean late;
    synchronized (this) {
      operation = started;
      guarded = result;
      late = cancelled;
    }
    started.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            result.complete(value);
          } else if (!(failure instanceof CancellationException)) {
            result.completeExceptionally(failure);
          }
        });
    if (late) {
      cancel();
    }
    return result;
  }

  /** Ends the wait under way, and every later one at its begin. For any thread. */
  public void cancel() {
    CompletableFuture<?> waiting;
    CompletableFuture<?> dependent;
    synchronized (this) {
      cancelled = true;
      waiting = operation;
      dependent = guarded;
      operation = null;
      guarded = null;
    }
    if (waiting != null && waiting.cancel(false)) {
      dependent.completeExceptionally(new CancellationException("the client went away"));
    }
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }
}
