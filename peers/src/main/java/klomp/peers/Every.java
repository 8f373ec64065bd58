package klomp.peers;

import java.time.Duration;

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

  private Every(Thread thread) {
    this.thread = thread;
  }

  /** Does {@code action} once in every {@code pause}, until closed. */
  static Every start(Duration pause, Action action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  Thread.sleep(pause.toMillis());
                  action.run();
                }
              } catch (InterruptedException closed) {
                // As it should end.
              } catch (Exception e) {
                throw new IllegalStateException("the sync of async commits failed", e);
              }
            },
            "sync-of-async-commits");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler(
        (failed, e) -> {
          // A store that does not sync is no longer what is to be measured.
          e.printStackTrace();
          Runtime.getRuntime().halt(3);
        });
    thread.start();
    return new Every(thread);
  }

  @Override
  public void close() {
    thread.interrupt();
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
