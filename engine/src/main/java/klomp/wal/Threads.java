package klomp.wal;

/** Waiting for a thread to end. */
final class Threads {

  private Threads() {}

  /** Waits until it has ended; an interrupt is kept for the caller and ends nothing. */
  static void join(Thread thread) {
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
