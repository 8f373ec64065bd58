package klomp.clog;

import klomp.api.StorageException;
import klomp.api.StoreClosedException;

/** How a failure in one thread reaches another that waits for its work. */
public final class Failures {

  private Failures() {}

  /**
   * Throws, on the present thread, what happened on another: an error of the same kind whose cause
   * is the first one, so that the stack of both is there. Does nothing for null.
   */
  public static void rethrow(Throwable failure) {
    if (failure == null) {
      return;
    }
    if (failure instanceof StoreClosedException) {
      throw new StoreClosedException(failure.getMessage(), failure);
    }
    if (failure instanceof IllegalStateException) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
    throw new StorageException(
        failure instanceof StorageException
            ? failure.getMessage()
            : "the commit log's thread failed: " + failure,
        failure);
  }

  /** Throws what happened on this thread, as it is; nothing for null. */
  public static void throwOwn(Throwable failure) {
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new AssertionError("a checked exception escaped", failure);
    }
  }

  public static void joinUninterruptibly(Thread thread) {
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
  }
}
