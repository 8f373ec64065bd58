package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.bench.contention.Contention;
import klomp.bench.contention.Plan;
import klomp.bench.contention.Report;
import klomp.bench.contention.Results;
import klomp.bench.contention.Script;
import klomp.bench.measure.Progress;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code klomp bench contention}. */
@Command(
    name = "contention",
    mixinStandardHelpOptions = true,
    description =
        "Measures what each strategy of the commit log costs as clients are added, and prints the"
            + " table. Each strategy, pool size and run gets a fresh server of its own.")
final class ContentionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

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
      description = "Sizes of the commit log's pool; direct has none. Default: ${DEFAULT-VALUE}")
  private List<Integer> buffers;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,8,64",
      description = "Numbers of clients. Default: ${DEFAULT-VALUE}")
  private List<Integer> clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "How long a run is measured. Default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "2",
      description = "How long each run goes before it is measured. Default: ${DEFAULT-VALUE}")
  private double warmup;

  @Option(
      names = "--runs",
      paramLabel = "R",
      defaultValue = "3",
      description = "Runs a cell; the median is shown. Default: ${DEFAULT-VALUE}")
  private int runs;

  @Option(
      names = "--script",
      paramLabel = "X",
      defaultValue = "savepoint-update",
      converter = Options.ScriptConverter.class,
      description =
          "What a transaction does: savepoint-update, savepoint-lock or commit-only. Default:"
              + " ${DEFAULT-VALUE}")
  private Script script;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Keys; a thousandth of them are hot. Default: ${DEFAULT-VALUE}")
  private int keys;

  @Option(
      names = "--isolation",
      paramLabel = "I",
      defaultValue = "read-committed",
      converter = Options.IsolationConverter.class,
      description =
          "read-committed, as the script is run elsewhere, snapshot or serializable. Default:"
              + " ${DEFAULT-VALUE}")
  private Isolation isolation;

  @Option(
      names = "--durability",
      paramLabel = "D",
      defaultValue = "async",
      converter = Options.DurabilityConverter.class,
      description =
          "async, which shows the commit log, or sync, behind which the disk hides it. Default:"
              + " ${DEFAULT-VALUE}")
  private Durability durability;

  @Option(
      names = "--target",
      paramLabel = "T",
      defaultValue = "server",
      converter = Options.TargetConverter.class,
      description = "server or embedded. Default: ${DEFAULT-VALUE}")
  private Target target;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "128m",
      converter = Options.SizeConverter.class,
      description = "Memory for pages. Default: ${DEFAULT-VALUE}")
  private long cacheBytes;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "512m",
      description = "Largest heap of a server, as -Xmx takes it. Default: ${DEFAULT-VALUE}")
  private String heap;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all rows as JSON")
  private Path json;

  @Option(names = "--out", paramLabel = "DIR", description = "Writes report.html there")
  private Path out;

  @Override
  public Integer call() throws InterruptedException {
    Plan plan = Options.checked(spec, this::plan);
    PrintWriter print = spec.commandLine().getOut();
    Results results;
    try (WorkDirectory work = WorkDirectory.temporary();
        Progress progress =
            Progress.show("contention", plan.cells(), spec.commandLine().getErr())) {
      results =
          Contention.in(work.path(), plan, Origin.current())
              .run(
                  row -> {
                    progress.step();
                    print.printf(
                        "run %d, %s, clients %d: %s transactions a second%n",
                        row.run(), row.variant(), row.clients(), Figures.count(row.counts().tps()));
                    print.flush();
                  });
    }
    Report report = new Report(results);
    print.println();
    print.print(report.text());
    if (json != null) {
      Json.write(json, results);
    }
    if (out != null) {
      Path page = out.resolve("report.html");
      report.page("Klomp contention report", List.of(), List.of()).write(page);
      print.println("report: " + page.toAbsolutePath());
    }
    print.flush();
    return 0;
  }

  private Plan plan() {
    if (target instanceof Target.Remote) {
      throw new ParameterException(
          spec.commandLine(),
          "Invalid value for option '--target': each strategy needs a fresh store, so it is server"
              + " or embedded");
    }
    StoreSettings settings =
        StoreSettings.DEFAULT.withDurability(durability).withCacheBytes(cacheBytes).withHeap(heap);
    buffers.forEach(size -> settings.withClog(ClogStrategy.CONTROL_LOCK, size).options());
    return new Plan(
        Plan.variants(Options.strategies(strategies), buffers),
        clients,
        runs,
        new Plan.Load(script, keys, isolation, warmup, seconds),
        settings,
        target instanceof Target.Embedded);
  }
}
