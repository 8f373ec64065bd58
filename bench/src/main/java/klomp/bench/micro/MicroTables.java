package klomp.bench.micro;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import klomp.bench.contention.Variant;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;
import klomp.bench.report.TextTable;

/** The results as text: a table for each benchmark. */
public final class MicroTables {

  private static final String NONE = "-";

  private final MicroResults results;

  public MicroTables(MicroResults results) {
    this.results = results;
  }

  /** All tables, each under its title, and how to read them. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (MicroBenchmark benchmark : results.benchmarks()) {
      text.append(benchmark.label())
          .append(": operations a second, median (lowest-highest iteration)\n\n")
          .append(table(benchmark).render())
          .append('\n');
    }
    return text.append("Changes are against ")
        .append(Variant.BASELINE)
        .append(" with as many threads; ~ where the ranges overlap: no difference is shown.\n")
        .toString();
  }

  private TextTable table(MicroBenchmark benchmark) {
    boolean profiled = results.rows().stream().anyMatch(row -> !row.profile().isEmpty());
    List<String> header = new ArrayList<>(List.of("strategy"));
    for (int threads : results.threads()) {
      header.add(threads == 1 ? "1 thread" : threads + " threads");
      header.add("range");
      header.add("vs base");
      if (profiled) {
        header.add("B/op");
      }
    }
    TextTable table = new TextTable(header);
    for (Variant variant : results.variants()) {
      List<String> cells = new ArrayList<>(List.of(variant.label()));
      for (int threads : results.threads()) {
        Optional<Sample> sample = results.perSecond(benchmark, variant, threads);
        cells.add(sample.map(value -> Figures.count(value.median())).orElse(NONE));
        cells.add(sample.map(MicroTables::range).orElse(NONE));
        cells.add(sample.map(value -> change(benchmark, variant, threads, value)).orElse(NONE));
        if (profiled) {
          OptionalDouble bytes = results.allocated(benchmark, variant, threads);
          cells.add(bytes.isPresent() ? Figures.count(bytes.getAsDouble()) : NONE);
        }
      }
      table.row(cells);
    }
    return table;
  }

  private static String range(Sample sample) {
    return Figures.count(sample.min()) + "-" + Figures.count(sample.max());
  }

  private String change(MicroBenchmark benchmark, Variant variant, int threads, Sample sample) {
    if (variant.equals(Variant.BASELINE)) {
      return "base";
    }
    if (benchmark.historyPages(variant.buffers())
        != benchmark.historyPages(Variant.BASELINE.buffers())) {
      return NONE;
    }
    return results
        .perSecond(benchmark, Variant.BASELINE, threads)
        .map(
            base -> Figures.percent(sample.percentOver(base)) + (sample.overlaps(base) ? " ~" : ""))
        .orElse(NONE);
  }
}
