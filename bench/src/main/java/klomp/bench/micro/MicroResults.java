package klomp.bench.micro;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import klomp.bench.contention.Variant;
import klomp.bench.measure.Sample;

/**
 * All measurements.
 *
 * @param schema the version of this document: 1
 * @param kind {@code klomp-micro}
 * @param rows one for each round of each cell
 */
public record MicroResults(int schema, String kind, List<MicroRow> rows) {

  /** Bytes allocated by an operation, as JMH's profiler names it. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  public MicroResults {
    rows = List.copyOf(rows);
  }

  static MicroResults of(List<MicroRow> rows) {
    return new MicroResults(1, "klomp-micro", rows);
  }

  @JsonIgnore
  List<MicroBenchmark> benchmarks() {
    return rows.stream().map(MicroRow::benchmark).distinct().toList();
  }

  @JsonIgnore
  List<Variant> variants() {
    return rows.stream().map(MicroRow::variant).distinct().toList();
  }

  @JsonIgnore
  List<Integer> threads() {
    return rows.stream().map(MicroRow::threads).distinct().sorted().toList();
  }

  /** Operations a second over the iterations of all rounds, if the cell was measured. */
  Optional<Sample> perSecond(MicroBenchmark benchmark, Variant variant, int threads) {
    List<Double> values =
        cell(benchmark, variant, threads).stream()
            .flatMap(row -> row.perSecond().stream())
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** Bytes allocated by an operation, on the mean of the rounds, if that was profiled. */
  OptionalDouble allocated(MicroBenchmark benchmark, Variant variant, int threads) {
    return cell(benchmark, variant, threads).stream()
        .filter(row -> row.profile().containsKey(ALLOCATED))
        .mapToDouble(row -> row.profile().get(ALLOCATED))
        .average();
  }

  private List<MicroRow> cell(MicroBenchmark benchmark, Variant variant, int threads) {
    return rows.stream()
        .filter(
            row ->
                row.benchmark() == benchmark
                    && row.variant().equals(variant)
                    && row.threads() == threads)
        .toList();
  }
}
