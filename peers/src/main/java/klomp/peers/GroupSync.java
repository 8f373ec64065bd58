package klomp.peers;

/**
 * One sync for all who wait at the same time, for a store that has no such thing: who comes while a
 * sync is under way waits for the next one, and the first of those makes it.
 */
final class GroupSync {

  private final Runnable sync;
  private long begun;
  private long ended;
  private boolean running;
  private RuntimeException failure;

  GroupSync(Runnable sync) {
    this.sync = sync;
  }

  /** Returns once a sync that began after this call has ended. */
  void await() throws InterruptedException {
    long needed;
    synchronized (this) {
      needed = begun + 1;
      while (running && ended < needed) {
        wait();
      }
      if (ended >= needed) {
        throwFailure();
        return;
      }
      begun++;
      running = true;
    }
    RuntimeException failed = null;
    try {
      sync.run();
    } catch (RuntimeException e) {
      failed = e;
    }
    synchronized (this) {
      if (failed != null) {
        failure = failed;
      }
      ended = begun;
      running = false;
      notifyAll();
      throwFailure();
    }
  }

  private void throwFailure() {
    if (failure != null) {
      throw failure;
    }
  }
}
