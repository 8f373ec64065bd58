package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Plan;
import klomp.bench.measure.Progress;
import klomp.bench.measure.Sample;
import klomp.bench.micro.Micro;
import klomp.bench.micro.MicroBenchmark;
import klomp.bench.micro.MicroException;
import klomp.bench.micro.MicroPlan;
import klomp.bench.micro.MicroResults;
import klomp.bench.micro.MicroRow;
import klomp.bench.micro.MicroTables;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code klomp bench micro}. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description =
        "Measures the commit log alone, by JMH: no server, no WAL. Each measurement gets a JVM of"
            + " its own, and all are measured once before any is measured again.")
final class MicroCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--benchmarks",
      paramLabel = "B",
      split = ",",
      defaultValue = "mixed",
      description =
          "set, lookup-hit, lookup-miss, mixed, worst-case, separated by commas; or all. Default:"
              + " ${DEFAULT-VALUE}")
  private List<String> benchmarks;

  @Option(
      names = "--strategies",
      paramLabel = "S",
      split = ",",
      defaultValue = "all",
      description =
          "control-lock, group-update, content-lock, no-content-lock, banked, single-writer,"
              + " direct, separated by commas; or all. Default: ${DEFAULT-VALUE}")
  private List<String> strategies;

  @Option(
      names = "--buffers",
      paramLabel = "N",
      split = ",",
      defaultValue = "32,128",
      description = "Sizes of the pool, 16 to 4096; direct has none. Default: ${DEFAULT-VALUE}")
  private List<Integer> buffers;

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,64",
      description = "Numbers of threads, 1 to 256. Default: ${DEFAULT-VALUE}")
  private List<Integer> threads;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "How long an iteration takes. Default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "2",
      description = "Iterations before those that count. Default: ${DEFAULT-VALUE}")
  private int warmups;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "5",
      description = "Iterations that count, in each JVM. Default: ${DEFAULT-VALUE}")
  private int iterations;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "2",
      description = "JVMs for each measurement, one in each round. Default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(
      names = "--no-counting",
      description = "The logs do not count what happens at every look-up: what that costs")
  private boolean uncounted;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = "gc: also what an operation allocates, and collections")
  private String profile;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all rows as JSON")
  private Path json;

  @Override
  public Integer call() {
    MicroPlan plan = Options.checked(spec, this::plan);
    PrintWriter print = spec.commandLine().getOut();
    MicroResults results;
    try (WorkDirectory work = WorkDirectory.temporary();
        Progress progress = Progress.show("micro", plan.steps(), spec.commandLine().getErr())) {
      results =
          new Micro(plan, Origin.current(), work.path().resolve("jmh.txt"))
              .run(
                  row -> {
                    progress.step();
                    print.println(line(row));
                    print.flush();
                  });
    } catch (MicroException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
    print.println();
    print.print(new MicroTables(results).text());
    if (json != null) {
      Json.write(json, results);
    }
    print.flush();
    return 0;
  }

  private static String line(MicroRow row) {
    return "round %d, %s, %s, threads %d: %s operations a second"
        .formatted(
            row.round(),
            row.benchmark(),
            row.variant(),
            row.threads(),
            Figures.count(Sample.of(row.perSecond()).median()));
  }

  private MicroPlan plan() {
    if (profile != null && !profile.equals("gc")) {
      throw new ParameterException(
          spec.commandLine(), "Invalid value for option '--profile': it is gc, not " + profile);
    }
    buffers.forEach(
        size -> StoreSettings.DEFAULT.withClog(ClogStrategy.CONTROL_LOCK, size).options());
    return new MicroPlan(
        benchmarks(),
        Plan.variants(Options.strategies(strategies), buffers),
        threads,
        new MicroPlan.Pace(seconds, warmups, iterations, forks, true),
        !uncounted,
        profile != null);
  }

  private List<MicroBenchmark> benchmarks() {
    return benchmarks.equals(List.of("all"))
        ? Arrays.asList(MicroBenchmark.values())
        : benchmarks.stream().map(MicroBenchmark::of).toList();
  }
}
