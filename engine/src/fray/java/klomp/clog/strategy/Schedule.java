package klomp.clog.strategy;

import java.io.IOException;
import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.api.StorageException;
import klomp.clog.BufferPool.Search;
import klomp.clog.ClogMetrics;
import klomp.clog.CommitLog;
import klomp.clog.PagedCommitLog;
import klomp.clog.SegmentFiles;
import klomp.host.Host;
import klomp.metrics.Metrics;

/** What the scheduled tests have in common. An uncaught failure of a thread fails the test. */
final class Schedule {

  private static final Path MEMORY = Path.of("memory");

  private Schedule() {}

  /**
   * A log of four slots, or of two banks of two, so that a handful of pages evicts. Does not count:
   * each count would be one more place to switch, and nothing depends on them.
   */
  static CommitLog open(ClogStrategy strategy, Host host) {
    if (strategy == ClogStrategy.BANKED) {
      return openBanked(host);
    }
    CommitLogs.Settings settings =
        new CommitLogs.Settings(strategy, TestLogs.SLOTS, TestLogs.SMALL, false);
    return TestLogs.open(MEMORY, settings, host, 1, new Metrics());
  }

  private static CommitLog openBanked(Host host) {
    ClogMetrics metrics = new ClogMetrics(new Metrics(), false);
    try {
      SegmentFiles files =
          SegmentFiles.open(host.directory(MEMORY), host, TestLogs.SMALL, metrics, 1);
      Parts parts = new Parts(files, host, metrics);
      return new PagedCommitLog(
          new BankedStrategy(parts.pool(2, 2, Search.SCAN), parts), files, metrics, 1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
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
