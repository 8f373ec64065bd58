package klomp.clog.strategy;

import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.clog.BufferPool.Search;
import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.CommitLog;
import klomp.clog.PagedCommitLog;
import klomp.clog.SegmentFiles;
import klomp.clog.StatusStrategy;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.metrics.Metrics;

/** Opens commit logs. */
public final class CommitLogs {

  static final int BANK_SLOTS = 16;
  static final int LEAST_BUFFERS = 4;

  private CommitLogs() {}

  /**
   * How a log is to run. None of it but the geometry is fixed in the files.
   *
   * @param strategy how threads share the pages
   * @param buffers pages in the pool, at least {@value CommitLogs#LEAST_BUFFERS}, and above {@value
   *     CommitLogs#BANK_SLOTS} a multiple of that; {@code direct} ignores it
   * @param geometry {@link ClogGeometry#DEFAULT} for every store
   * @param counting whether to count what happens at every look-up; off to measure what that costs
   */
  public record Settings(
      ClogStrategy strategy, int buffers, ClogGeometry geometry, boolean counting) {

    public Settings {
      if (buffers < LEAST_BUFFERS || buffers > BANK_SLOTS && buffers % BANK_SLOTS != 0) {
        throw new InvalidRequestException(
            "the commit log's buffers are "
                + LEAST_BUFFERS
                + " to "
                + BANK_SLOTS
                + " or a multiple of that, not "
                + buffers);
      }
    }

    public Settings(ClogStrategy strategy, int buffers) {
      this(strategy, buffers, ClogGeometry.DEFAULT, true);
    }
  }

  /**
   * Opens the log in a directory of its own; an empty one is an empty log.
   *
   * @param oldestXid the lowest xid that may be asked for, from 1; segments wholly below are
   *     removed
   * @throws klomp.api.StorageException if the directory cannot be read
   */
  public static CommitLog open(
      HostDirectory directory, Host host, Settings settings, long oldestXid, Metrics metrics) {
    if (oldestXid < 1) {
      throw new InvalidRequestException("xids begin at 1, not " + oldestXid);
    }
    ClogMetrics counters = new ClogMetrics(metrics, settings.counting());
    SegmentFiles files =
        SegmentFiles.open(directory, host, settings.geometry(), counters, oldestXid);
    StatusStrategy strategy =
        strategy(settings, new Parts(files, host, counters), settings.geometry().page(oldestXid));
    return new PagedCommitLog(strategy, files, counters, oldestXid);
  }

  private static StatusStrategy strategy(Settings settings, Parts parts, long firstPage) {
    int buffers = settings.buffers();
    return switch (settings.strategy()) {
      case CONTROL_LOCK -> new ControlLockStrategy(parts.pool(1, buffers, Search.SCAN), parts);
      case GROUP_UPDATE -> new GroupUpdateStrategy(parts.pool(1, buffers, Search.INDEX), parts);
      case CONTENT_LOCK ->
          new ContentLockStrategy(parts.pool(1, buffers, Search.INDEX), parts, buffers);
      case NO_CONTENT_LOCK ->
          new NoContentLockStrategy(parts.pool(1, buffers, Search.INDEX), parts);
      case BANKED -> {
        int slots = Math.min(BANK_SLOTS, buffers);
        yield new BankedStrategy(parts.pool(buffers / slots, slots, Search.SCAN), parts);
      }
      case SINGLE_WRITER -> new SingleWriterStrategy(parts, buffers, firstPage);
      case DIRECT -> new DirectStrategy(parts, firstPage);
    };
  }
}
