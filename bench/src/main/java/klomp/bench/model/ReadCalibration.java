package klomp.bench.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import klomp.api.ClogStrategy;
import klomp.bench.targets.WorkDirectory;
import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.CommitLog;
import klomp.clog.SegmentFiles;
import klomp.clog.strategy.CommitLogs;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;

/**
 * Measures how much longer the reading of a page takes if another core reads pages beside: the
 * lists of open files and of buffers, the channel, the system's counts of both, and memory that the
 * other core has filled last.
 */
final class ReadCalibration {

  private static final int PAGES = 64;
  private static final int READS = 10;

  private ReadCalibration() {}

  static void measure(Map<Service, Double> times) throws InterruptedException {
    try (WorkDirectory work = WorkDirectory.temporary()) {
      Host host = new SystemHost();
      HostDirectory directory = host.directory(work.path());
      fill(directory, host);
      ClogMetrics metrics = new ClogMetrics(new Metrics(), true);
      SegmentFiles files = SegmentFiles.open(directory, host, ClogGeometry.DEFAULT, metrics, 1);
      try {
        long[][] memory = new long[2 * PAGES][ClogGeometry.DEFAULT.wordsPerPage()];
        int[] at = {0, PAGES};
        double alone = Stopwatch.nanos(count -> read(files, memory, at, 0, count));
        double beside =
            Beside.nanos((self, count) -> read(files, memory, at, self, count), READS, alone);
        times.put(Service.READ_BESIDE, Math.max(0, beside - alone));
      } finally {
        files.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(HostDirectory directory, Host host) throws IOException {
    CommitLogs.Settings settings = new CommitLogs.Settings(ClogStrategy.DIRECT, PAGES);
    try (CommitLog log = CommitLogs.open(directory, host, settings, 1, new Metrics())) {
      for (long page = 0; page < PAGES; page++) {
        log.commit(page * Workload.XIDS_PER_PAGE + 1, new long[0], 0);
      }
    }
  }

  /** Each thread fills what the other one filled half a round ago. */
  private static void read(SegmentFiles files, long[][] memory, int[] at, int self, int count) {
    int next = at[self];
    for (int i = 0; i < count; i++) {
      files.read(next * 7L % PAGES, memory[next % memory.length]);
      next++;
    }
    at[self] = next;
  }
}
