package klomp.bench.contention;

import java.util.Map;
import java.util.TreeMap;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Machine;
import klomp.bench.report.Origin;

/** Rows that nobody has measured. */
final class Rows {

  static final Experiment TABLE = new Experiment(Kind.CLIENTS, "server", "async", 0);

  private static final Origin ORIGIN =
      new Origin("1.0", "abc", "JVM 17", new Machine(2, "CPU", 1 << 30, "OS"), "now");

  private Rows() {}

  static Measurement of(Variant variant, int clients, int run, double tps) {
    return of(TABLE, variant, clients, run, tps);
  }

  static Measurement of(Experiment experiment, Variant variant, int clients, int run, double tps) {
    return new Measurement(
        ORIGIN,
        Map.of("keys", "100"),
        experiment,
        variant,
        clients,
        run,
        new Measurement.Counts(
            1, (long) tps, 0, tps, new Latencies.Summary(1, 1, 1, 1, 1, 1, 1), null),
        new TreeMap<>(Map.of("clog.hits", 5L)),
        new TreeMap<>());
  }
}
