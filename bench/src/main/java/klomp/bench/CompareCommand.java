package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import klomp.api.Durability;
import klomp.bench.compare.Comparison;
import klomp.bench.compare.Engines;
import klomp.bench.compare.Plan;
import klomp.bench.compare.Report;
import klomp.bench.compare.Results;
import klomp.bench.compare.Row;
import klomp.bench.compare.Timing;
import klomp.bench.compare.Workload;
import klomp.bench.measure.Progress;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description =
        "Runs one load on several stores, each embedded in a process of its own, through its own"
            + " transactions. The other stores come with ./klomp --peers only.")
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--engines",
      paramLabel = "E",
      split = ",",
      defaultValue = "klomp,rocksdb,h2-mvstore,je,xodus,lmdb",
      description =
          "klomp; rocksdb, rocksdb-optimistic, h2-mvstore, je, xodus, lmdb with the peers;"
              + " skiplist and none for scale. Default: ${DEFAULT-VALUE}")
  private List<String> engines;

  @Option(
      names = "--workloads",
      paramLabel = "W",
      split = ",",
      defaultValue = "A,B,C,E,F,S,W",
      description =
          "A, B, C, E, F as in YCSB; S: locks with savepoints; W: four puts. Default:"
              + " ${DEFAULT-VALUE}")
  private List<String> workloads;

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,8,64",
      description = "Numbers of threads. Default: ${DEFAULT-VALUE}")
  private List<Integer> threads;

  @Option(
      names = "--durability",
      paramLabel = "D",
      split = ",",
      converter = Options.DurabilityConverter.class,
      defaultValue = "async,sync",
      description = "When a commit is acknowledged: sync, async. Default: ${DEFAULT-VALUE}")
  private List<Durability> durabilities;

  @Option(
      names = "--value",
      paramLabel = "BYTES",
      split = ",",
      defaultValue = "100,1000",
      description = "Sizes of the values. Default: ${DEFAULT-VALUE}")
  private List<Integer> values;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Records at the beginning. Default: 1000000")
  private Long records;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = Options.SizeConverter.class,
      defaultValue = "2g",
      description = "Memory for data, the same for each store. Default: ${DEFAULT-VALUE}")
  private long cacheBytes;

  @Option(
      names = "--async-window",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "An async commit is on disk after so many milliseconds. Default: ${DEFAULT-VALUE}")
  private long asyncWindowMillis;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each number of threads is measured. Default: 10")
  private Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description =
          "Warm-up of a fresh process; a quarter of it before each number of threads. Default: 5")
  private Double warmup;

  @Option(names = "--runs", paramLabel = "N", description = "Runs of each cell. Default: 3")
  private Integer runs;

  @Option(
      names = "--quick",
      description =
          "100000 records, 1 run, 2 s measured and 2 s warm-up where nothing else is said")
  private boolean quick;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Where the stores are while they are measured. Default: a temporary directory")
  private Path directory;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all rows as JSON")
  private Path json;

  @Option(names = "--out", paramLabel = "DIR", description = "Writes compare.html there")
  private Path out;

  @Override
  public Integer call() throws InterruptedException {
    Plan plan = Options.checked(spec, this::plan);
    PrintWriter print = spec.commandLine().getOut();
    print.printf(
        Locale.ROOT, "%d rows, about %.0f minutes%n", plan.rows(), Math.ceil(plan.seconds() / 60));
    print.flush();
    Results results = measure(plan);
    Report report = new Report(results);
    print.println();
    print.print(report.text());
    if (json != null) {
      Json.write(json, results);
    }
    if (out != null) {
      Path page = out.resolve("compare.html");
      report.page().write(page);
      print.println("report: " + page.toAbsolutePath());
    }
    print.flush();
    return results.hasFailures() ? 1 : 0;
  }

  private Plan plan() {
    double measured = seconds != null ? seconds : quick ? 2 : 10;
    double first = warmup != null ? warmup : quick ? 2 : 5;
    return new Plan(
        new Plan.Axes(
            engines.stream().distinct().map(Engines::of).toList(),
            workloads.stream().map(Workload::of).distinct().toList(),
            durabilities.stream().map(Options::label).distinct().toList(),
            values.stream().distinct().toList(),
            threads.stream().distinct().toList()),
        records != null ? records : quick ? 100_000 : 1_000_000,
        cacheBytes,
        asyncWindowMillis,
        new Timing(first, first / 4, measured),
        runs != null ? runs : quick ? 1 : 3);
  }

  private Results measure(Plan plan) throws InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    try (WorkDirectory work =
            directory == null ? WorkDirectory.temporary() : WorkDirectory.in(directory);
        Progress progress =
            Progress.show("compare, rows", plan.rows(), spec.commandLine().getErr())) {
      return Comparison.run(
          plan,
          Origin.current(),
          work,
          row -> {
            progress.step();
            print.println(line(row));
            print.flush();
          },
          loaded -> {
            print.println(loaded);
            print.flush();
          });
    }
  }

  private static String line(Row row) {
    String head = "run %d, %s, %d threads: ".formatted(row.run(), row.trial(), row.threads());
    return row.counts() == null
        ? head + "failed: " + row.failure()
        : head
            + Figures.count(row.counts().perSecond())
            + " a second"
            + (row.isDisturbed() ? " (disturbed: " + row.counts().cpu() + ")" : "");
  }
}
