package klomp.bench.micro;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import klomp.bench.contention.Variant;
import klomp.bench.report.Origin;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs a plan. Round 1 of all cells comes before round 2 of any, and each round begins with another
 * variant, so that a drift of the machine meets all alike: JMH itself would run all forks of one
 * cell in a row, so it is called once for each cell of each round.
 */
public final class Micro {

  /** For {@code direct}, which ignores it but not that it is missing. */
  private static final int ANY_BUFFERS = 128;

  private final MicroPlan plan;
  private final Origin origin;
  private final Path output;

  /**
   * @param output where JMH's own words go
   */
  public Micro(MicroPlan plan, Origin origin, Path output) {
    this.plan = plan;
    this.origin = origin;
    this.output = output;
  }

  /**
   * Measures, and tells {@code each} row when it is there.
   *
   * @throws MicroException if a benchmark failed
   */
  public MicroResults run(Consumer<MicroRow> each) {
    Map<String, String> settings = plan.settings();
    List<MicroRow> rows = new ArrayList<>();
    for (int round = 1; round <= plan.pace().rounds(); round++) {
      List<MicroPlan.Cell> cells = new ArrayList<>(plan.cells());
      Collections.rotate(cells, 1 - round);
      for (MicroPlan.Cell cell : cells) {
        MicroRow row = row(cell, round, settings);
        rows.add(row);
        each.accept(row);
      }
    }
    return MicroResults.of(rows);
  }

  private MicroRow row(MicroPlan.Cell cell, int round, Map<String, String> settings) {
    int historyPages = cell.benchmark().historyPages(cell.variant().buffers());
    BenchmarkResult result = measure(cell, historyPages);
    List<Double> perSecond =
        result.getIterationResults().stream()
            .map(iteration -> iteration.getPrimaryResult().getScore())
            .toList();
    SortedMap<String, Double> profile = new TreeMap<>();
    result.getSecondaryResults().forEach((name, value) -> profile.put(name, value.getScore()));
    return new MicroRow(
        origin,
        settings,
        cell.benchmark(),
        cell.variant(),
        cell.threads(),
        historyPages,
        round,
        perSecond,
        profile);
  }

  private BenchmarkResult measure(MicroPlan.Cell cell, int historyPages) {
    MicroPlan.Pace pace = plan.pace();
    Variant variant = cell.variant();
    String method = ClogBenchmarks.class.getName() + "\\." + cell.benchmark().method() + "$";
    ChainedOptionsBuilder options =
        Jmh.options(method, pace.seconds(), pace.forked(), output)
            .param("strategy", variant.strategy().label())
            .param("buffers", Integer.toString(buffers(variant)))
            .param("historyPages", Integer.toString(historyPages))
            .param("counting", Boolean.toString(plan.counting()))
            .threads(cell.threads())
            .warmupIterations(pace.warmups())
            .measurementIterations(pace.iterations())
            .verbosity(VerboseMode.NORMAL);
    if (plan.profileGarbage()) {
      options.addProfiler(GCProfiler.class);
    }
    try {
      RunResult only = new Runner(options.build()).runSingle();
      return only.getBenchmarkResults().iterator().next();
    } catch (RunnerException e) {
      throw new MicroException(cell + " failed", output, e);
    }
  }

  private static int buffers(Variant variant) {
    return variant.buffers() == 0 ? ANY_BUFFERS : variant.buffers();
  }
}
