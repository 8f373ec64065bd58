package klomp.bench.contention;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Origin;

/**
 * One run of one cell: a row of the results.
 *
 * @param origin commit, JDK, machine, time
 * @param settings everything that was set, by name
 * @param experiment what the cell belongs to; a row of schema 1 has none, it is made of the
 *     settings
 * @param variant strategy and pool
 * @param clients how many
 * @param run which of the runs, from 1
 * @param counts what came out
 * @param clog the commit log's counters over the measured time, by name
 * @param waits the wait events over the measured time: {@code wait.*.count}, how many waits ended,
 *     and {@code wait.*.nanos}, how long they took; empty if the store does not say
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Measurement(
    Origin origin,
    Map<String, String> settings,
    Experiment experiment,
    Variant variant,
    int clients,
    int run,
    Counts counts,
    SortedMap<String, Long> clog,
    SortedMap<String, Long> waits) {

  public Measurement {
    if (experiment == null) {
      experiment = ofSchema1(settings);
    }
    if (waits == null) {
      waits = new TreeMap<>();
    }
  }

  private static Experiment ofSchema1(Map<String, String> settings) {
    String target = settings.getOrDefault("target", "server");
    return new Experiment(
        Kind.CLIENTS,
        target.startsWith("server") ? "server" : target,
        settings.getOrDefault("durability", "async"),
        0);
  }

  /** Which cell this is a run of. */
  public Cell cell() {
    return new Cell(experiment, variant, clients);
  }

  /** Whether others took so much of the machine that the figure should not be trusted. */
  @JsonIgnore
  public boolean isDisturbed() {
    return counts.cpu() != null && counts.cpu().disturbed();
  }

  /**
   * What came out of the measured time.
   *
   * @param seconds how long it was
   * @param commits transactions that committed; for {@link Kind#WORST_CASE} look-ups answered
   * @param aborts attempts that met another transaction and were rolled back and tried again
   * @param tps commits a second
   * @param latency of transactions, from the first attempt's begin to the commit; for {@link
   *     Kind#WORST_CASE} of look-ups
   * @param cpu where the machine's processors spent the time; null if the system does not say
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Counts(
      double seconds,
      long commits,
      long aborts,
      double tps,
      Latencies.Summary latency,
      CpuShares cpu) {}
}
