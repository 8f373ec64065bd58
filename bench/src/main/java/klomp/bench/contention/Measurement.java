package klomp.bench.contention;

import java.util.Map;
import java.util.SortedMap;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Origin;

/**
 * One run of one cell: a row of the results.
 *
 * @param origin commit, JDK, machine, time
 * @param settings everything that was set, by name
 * @param variant strategy and pool
 * @param clients how many
 * @param run which of the runs, from 1
 * @param counts what came out
 * @param clog the commit log's counters over the measured time, by name
 */
public record Measurement(
    Origin origin,
    Map<String, String> settings,
    Variant variant,
    int clients,
    int run,
    Counts counts,
    SortedMap<String, Long> clog) {

  /**
   * What came out of the measured time.
   *
   * @param seconds how long it was
   * @param commits transactions that committed
   * @param aborts attempts that met another transaction and were rolled back and tried again
   * @param tps commits a second
   * @param latency of transactions, from the first attempt's begin to the commit
   */
  public record Counts(
      double seconds, long commits, long aborts, double tps, Latencies.Summary latency) {}
}
