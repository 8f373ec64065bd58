package klomp.peers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Does something over and over on a thread of its own: how a store that leaves the syncing of async
 * commits to its user gets it done within the window.
 */
final class Every implements AutoCloseable {

  /** What is done. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  private final Thread thread;
  private final CountDownLatch closed;

  private Every(Thread thread, CountDownLatch closed) {
    this.thread = thread;
    this.closed = closed;
  }

  /** Does {@code action} once in every {@code pause}, until closed. */
  static Every start(Duration pause, Action action) {
    CountDownLatch closed = new CountDownLatch(1);
    Thread thread = new Thread(() -> run(pause, action, closed), "sync-of-async-commits");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, e) -> {
          // A store that does not sync is no longer what is to be measured.
          e.printStackTrace();
          Runtime.getRuntime().halt(3);
        });
    thread.start();
    return new Every(thread, closed);
  }

  private static void run(Duration pause, Action action, CountDownLatch closed) {
    try {
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        action.run();
      }
    } catch (Exception e) {
      throw new IllegalStateException("the sync of async commits failed", e);
    }
  }

  /** Not by an interrupt: that would close the file under a sync. */
  @Override
  public void close() {
    closed.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
