package klomp.bench.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Sample;
import klomp.bench.micro.HistoryLog;
import klomp.bench.micro.LogClient;
import klomp.clog.strategy.CommitLogs;

/**
 * Compares what the model predicts for this machine with what the microbenchmark's reference, three
 * look-ups over 256 pages and one commit, does here and now.
 */
final class Validation {

  private static final int HISTORY_PAGES = 256;
  private static final int LOOKUPS = 3;
  private static final int ANY_BUFFERS = 128;
  private static final Duration WARM_UP = Duration.ofMillis(400);
  private static final Duration WINDOW = Duration.ofMillis(150);
  private static final int WINDOWS = 3;

  /**
   * A prediction and what was measured.
   *
   * @param cores of this machine
   * @param measured transactions a second
   * @param modelled transactions a second
   */
  record Row(Variant variant, int cores, int threads, double measured, double modelled) {

    /** How far the prediction is off, in percent of what was measured. */
    double errorPercent() {
      return (modelled / measured - 1) * 100;
    }
  }

  private final ServiceTimes times;
  private final Budget budget;

  Validation(ServiceTimes times, Budget budget) {
    this.times = times;
    this.budget = budget;
  }

  List<Row> run(List<Variant> variants, List<Integer> threads) throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    Workload workload = new Workload(LOOKUPS, HISTORY_PAGES, new Workload.Draw.Uniform(), 0);
    List<Row> rows = new ArrayList<>();
    // Once for the compiler, which the first cells would be measured against otherwise.
    for (Variant variant : variants) {
      measure(variant, cores);
    }
    for (Variant variant : variants) {
      for (int count : threads) {
        Simulation.Outcome outcome =
            budget.run(times, workload, new Simulation.Place(cores, count, variant));
        rows.add(new Row(variant, cores, count, measure(variant, count), outcome.perSecond()));
      }
    }
    return rows;
  }

  private static double measure(Variant variant, int threads) throws InterruptedException {
    int buffers = variant.strategy() == ClogStrategy.DIRECT ? ANY_BUFFERS : variant.buffers();
    CommitLogs.Settings settings = new CommitLogs.Settings(variant.strategy(), buffers);
    Tally[] tallies = new Tally[threads];
    try (HistoryLog history = HistoryLog.open(settings, HISTORY_PAGES);
        Crew crew =
            Crew.start(
                "mixed",
                threads,
                (index, running) -> {
                  LogClient client = new LogClient(history, index);
                  Tally tally = new Tally();
                  tallies[index] = tally;
                  while (running.goesOn()) {
                    tally.statuses += client.mixed();
                    tally.count++;
                  }
                })) {
      crew.await(WARM_UP);
      double[] windows = new double[WINDOWS];
      for (int i = 0; i < WINDOWS; i++) {
        long before = sum(tallies);
        long begin = System.nanoTime();
        crew.await(WINDOW);
        windows[i] = (sum(tallies) - before) / ((System.nanoTime() - begin) / 1e9);
      }
      crew.stop();
      crew.await();
      return Sample.of(windows).median();
    }
  }

  private static long sum(Tally[] tallies) {
    long sum = 0;
    for (Tally tally : tallies) {
      sum += tally == null ? 0 : tally.count;
    }
    return sum;
  }

  /** One thread's count: read by another meanwhile, so it is volatile; padded by what is around. */
  private static final class Tally {
    volatile long count;
    long statuses;
  }
}
