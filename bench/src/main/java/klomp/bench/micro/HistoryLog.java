package klomp.bench.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.ClogStrategy;
import klomp.bench.targets.WorkDirectory;
import klomp.clog.CommitLog;
import klomp.clog.strategy.CommitLogs;
import klomp.host.Host;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;

/**
 * A commit log in a temporary directory with a history: whole pages of committed xids, written
 * before it was opened. Xids are handed out from one counter, above the history. Safe for use by
 * any number of threads.
 */
public final class HistoryLog implements AutoCloseable {

  static final int XIDS_PER_PAGE = 1 << 15;

  /** Pages that the filling log keeps in memory at a time. */
  private static final int FILL_PAGES = 1024;

  /** Pages that are sure to stay resident under every strategy. */
  private static final int NEWEST_PAGES = 8;

  private final WorkDirectory work;
  private final CommitLog log;
  private final long historyXids;
  private final long newestXids;
  private final AtomicLong nextXid;

  private HistoryLog(WorkDirectory work, CommitLog log, int historyPages, int buffers) {
    this.work = work;
    this.log = log;
    this.historyXids = (long) historyPages * XIDS_PER_PAGE;
    this.newestXids =
        Math.min(historyXids, (long) Math.min(NEWEST_PAGES, buffers / 2) * XIDS_PER_PAGE);
    this.nextXid = new AtomicLong(historyXids);
  }

  /**
   * Fills a history and opens it.
   *
   * @param historyPages at least 1
   */
  public static HistoryLog open(CommitLogs.Settings settings, int historyPages) {
    WorkDirectory work = WorkDirectory.temporary();
    try {
      for (int page = 0; page < historyPages; page += FILL_PAGES) {
        fill(work.path(), page, Math.min(historyPages, page + FILL_PAGES));
      }
      return new HistoryLog(work, open(work.path(), settings), historyPages, settings.buffers());
    } catch (RuntimeException | Error e) {
      work.close();
      throw e;
    }
  }

  /** A page is one tree, so it takes two passes over its words and not one commit an xid. */
  private static void fill(Path directory, int firstPage, int endPage) {
    CommitLogs.Settings settings = new CommitLogs.Settings(ClogStrategy.DIRECT, 128);
    long[] subxids = new long[XIDS_PER_PAGE];
    try (CommitLog log = open(directory, settings)) {
      for (int page = firstPage; page < endPage; page++) {
        // There is no xid 0.
        long top = Math.max(1, (long) page * XIDS_PER_PAGE);
        int count = (int) ((page + 1L) * XIDS_PER_PAGE - top - 1);
        for (int i = 0; i < count; i++) {
          subxids[i] = top + 1 + i;
        }
        log.commit(top, subxids, count);
      }
    }
  }

  private static CommitLog open(Path directory, CommitLogs.Settings settings) {
    Host host = new SystemHost();
    try {
      return CommitLogs.open(host.directory(directory), host, settings, 1, new Metrics());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The log itself. */
  public CommitLog log() {
    return log;
  }

  /** The first of {@code count} fresh xids in a row. */
  long takeXids(int count) {
    return nextXid.getAndAdd(count);
  }

  /** The xid that is handed out next. */
  long nextXid() {
    return nextXid.get();
  }

  /** How many xids look-ups go back at most. */
  long historyXids() {
    return historyXids;
  }

  /** How many of the newest xids are on pages that stay resident. */
  long newestXids() {
    return newestXids;
  }

  @Override
  public void close() {
    try {
      log.close();
    } finally {
      work.close();
    }
  }
}
