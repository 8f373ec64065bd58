package klomp.bench.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import klomp.api.ClogStrategy;
import klomp.bench.measure.Crew;
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
  private static final int BATCHES = 400;
  private static final int READS = 50;

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
        nanos(files, memory, 2);
        double beside = nanos(files, memory, 2);
        times.put(Service.READ_BESIDE, Math.max(0, beside - nanos(files, memory, 1)));
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

  /** Each thread fills what another one filled half a round ago. */
  private static double nanos(SegmentFiles files, long[][] memory, int threads)
      throws InterruptedException {
    double[] batches = new double[threads * BATCHES];
    Crew.run(
        "reader",
        threads,
        (self, crew) -> {
          int at = self * PAGES;
          for (int batch = 0; batch < BATCHES; batch++) {
            long begin = System.nanoTime();
            for (int i = 0; i < READS; i++) {
              files.read((at * 7L) % PAGES, memory[at % memory.length]);
              at++;
            }
            batches[self * BATCHES + batch] = (double) (System.nanoTime() - begin) / READS;
          }
        });
    return Stopwatch.middle(batches);
  }
}
