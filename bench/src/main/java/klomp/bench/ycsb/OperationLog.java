package klomp.bench.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import klomp.bench.measure.Latencies;
import site.ycsb.Status;

/** How long operations took and how they ended, by kind. Used by one thread, then added up. */
final class OperationLog {

  private final Map<String, Kind> kinds = new TreeMap<>();
  private long retries;
  private String firstFailure;

  private static final class Kind {
    private final Latencies latencies = new Latencies();
    private long failed;
    private long notFound;
  }

  /** Notes an operation that took {@code nanos}. */
  void record(String operation, long nanos, Status status) {
    Kind kind = kinds.computeIfAbsent(operation, name -> new Kind());
    kind.latencies.record(nanos);
    if (status.equals(Status.NOT_FOUND)) {
      kind.notFound++;
    } else if (!status.isOk()) {
      kind.failed++;
      if (firstFailure == null) {
        firstFailure = operation + ": " + status.getName() + " " + status.getDescription();
      }
    }
  }

  void addRetries(long count) {
    retries += count;
  }

  void add(OperationLog other) {
    other.kinds.forEach(
        (name, theirs) -> {
          Kind ours = kinds.computeIfAbsent(name, absent -> new Kind());
          ours.latencies.add(theirs.latencies);
          ours.failed += theirs.failed;
          ours.notFound += theirs.notFound;
        });
    retries += other.retries;
    if (firstFailure == null) {
      firstFailure = other.firstFailure;
    }
  }

  /** What all of it came to in {@code seconds}. */
  Phase phase(String name, double seconds) {
    List<Phase.Operation> operations = new ArrayList<>();
    kinds.forEach(
        (kind, counts) ->
            operations.add(
                new Phase.Operation(
                    kind, counts.latencies.summary(), counts.failed, counts.notFound)));
    return new Phase(name, seconds, operations, retries, firstFailure);
  }
}
