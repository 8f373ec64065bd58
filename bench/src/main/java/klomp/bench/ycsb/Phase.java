package klomp.bench.ycsb;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Figures;
import klomp.bench.report.TextTable;

/**
 * What a load or a run came to.
 *
 * @param name {@code load} or {@code run}
 * @param seconds how long it took
 * @param operations by kind, in the order of their names
 * @param retries transactions that met another one, were rolled back and run again
 * @param firstFailure the first failed operation's error, or null
 */
public record Phase(
    String name, double seconds, List<Operation> operations, long retries, String firstFailure) {

  /**
   * One kind of operation.
   *
   * @param kind such as {@code READ}
   * @param latency service times, failed operations included
   * @param failed how many ended with an error
   * @param notFound how many asked for a record that was not there
   */
  public record Operation(String kind, Latencies.Summary latency, long failed, long notFound) {}

  public Phase {
    operations = List.copyOf(operations);
  }

  @JsonProperty("count")
  public long count() {
    return operations.stream().mapToLong(operation -> operation.latency().count()).sum();
  }

  @JsonProperty("throughput")
  public double throughput() {
    return count() / seconds;
  }

  public long failed() {
    return operations.stream().mapToLong(Operation::failed).sum();
  }

  public long notFound() {
    return operations.stream().mapToLong(Operation::notFound).sum();
  }

  /** How many inserts succeeded. */
  long inserted() {
    return operations.stream()
        .filter(operation -> operation.kind().equals("INSERT"))
        .mapToLong(operation -> operation.latency().count() - operation.failed())
        .sum();
  }

  /** A table for people, times in microseconds. */
  public String text() {
    TextTable table =
        new TextTable(
            List.of(
                "operation",
                "count",
                "mean us",
                "p50",
                "p95",
                "p99",
                "p99.9",
                "max",
                "failed",
                "not found"));
    for (Operation operation : operations) {
      Latencies.Summary latency = operation.latency();
      table.row(
          operation.kind(),
          Figures.count(latency.count()),
          Figures.micros(latency.meanMicros()),
          Figures.micros(latency.p50Micros()),
          Figures.micros(latency.p95Micros()),
          Figures.micros(latency.p99Micros()),
          Figures.micros(latency.p999Micros()),
          Figures.micros(latency.maxMicros()),
          Figures.count(operation.failed()),
          Figures.count(operation.notFound()));
    }
    String failure = firstFailure == null ? "" : "first failure: " + firstFailure + "\n";
    return String.format(
            Locale.ROOT,
            "%s: %,d operations in %.1f s, %,.0f a second, %,d retries%n",
            name,
            count(),
            seconds,
            throughput(),
            retries)
        + failure
        + table;
  }
}
