package klomp.clog.strategy;

import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.api.StorageException;
import klomp.clog.CommitLog;
import klomp.host.Host;
import klomp.metrics.Metrics;

/** What the scheduled tests have in common. An uncaught failure of a thread fails the test. */
final class Schedule {

  private static final Path MEMORY = Path.of("memory");

  private Schedule() {}

  static CommitLog open(ClogStrategy strategy, Host host) {
    return TestLogs.open(MEMORY, strategy, host, 1, new Metrics());
  }

  static void commit(CommitLog log, long xid) {
    log.commit(xid, TestLogs.NO_SUBS, 0);
  }

  /** Whether it was set; not, if a read failed. */
  static boolean tryCommit(CommitLog log, long xid) {
    try {
      commit(log, xid);
      return true;
    } catch (StorageException injected) {
      return false;
    }
  }

  /** Runs them side by side and waits for all. */
  static void run(Runnable... tasks) {
    join(start(tasks));
  }

  static void join(Thread... threads) {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static Thread[] start(Runnable... tasks) {
    Thread[] threads = new Thread[tasks.length];
    for (int i = 0; i < tasks.length; i++) {
      threads[i] = new Thread(tasks[i], "task-" + i);
    }
    for (Thread thread : threads) {
      thread.start();
    }
    return threads;
  }
}
