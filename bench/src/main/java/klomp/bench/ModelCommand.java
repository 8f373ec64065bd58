package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Plan;
import klomp.bench.contention.Variant;
import klomp.bench.model.Model;
import klomp.bench.model.ModelPlan;
import klomp.bench.model.ModelReport;
import klomp.bench.model.ModelResults;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.StoreSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench model}. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description =
        "Simulates the strategies on machines with more cores than this one. Its figures are"
            + " modelled, not measured: it measures single steps here, checks its predictions for"
            + " this machine, and says how far they are off.")
final class ModelCommand implements Callable<Integer> {

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
      defaultValue = "128",
      description =
          "Sizes of the pool; direct has none. control-lock with 32 is always there. Default:"
              + " ${DEFAULT-VALUE}")
  private List<Integer> buffers;

  @Option(
      names = "--cores",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8,16,32,64,128,256",
      description = "Numbers of cores. Default: ${DEFAULT-VALUE}")
  private List<Integer> cores;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,2,4,8,16,32,64,128,256",
      description = "Numbers of clients. Default: ${DEFAULT-VALUE}")
  private List<Integer> clients;

  @Option(
      names = "--lookups",
      paramLabel = "N",
      defaultValue = "3",
      description = "Look-ups of a transaction. Default: ${DEFAULT-VALUE}")
  private int lookups;

  @Option(
      names = "--history",
      paramLabel = "N",
      defaultValue = "256",
      description = "Pages that they spread over. Default: ${DEFAULT-VALUE}")
  private int history;

  @Option(
      names = "--zipf",
      paramLabel = "E",
      defaultValue = "0",
      description =
          "How much newer pages are preferred: the exponent of a Zipf distribution, 0 for none."
              + " Default: ${DEFAULT-VALUE}")
  private double zipf;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the random numbers. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes everything as JSON")
  private Path json;

  @Option(names = "--out", paramLabel = "DIR", description = "Writes model.html there")
  private Path out;

  @Override
  public Integer call() throws InterruptedException {
    ModelPlan plan = Options.checked(spec, this::plan);
    PrintWriter print = spec.commandLine().getOut();
    PrintWriter progress = spec.commandLine().getErr();
    long begin = System.nanoTime();
    ModelResults results =
        new Model(plan, Origin.current())
            .run(
                step -> {
                  progress.printf("%3d s: %s%n", (System.nanoTime() - begin) / 1_000_000_000, step);
                  progress.flush();
                });
    ModelReport report = new ModelReport(results);
    print.print(report.text());
    if (json != null) {
      Json.write(json, results);
    }
    if (out != null) {
      Path page = out.resolve("model.html");
      report.page().write(page);
      print.println("report: " + page.toAbsolutePath());
    }
    print.flush();
    return 0;
  }

  private ModelPlan plan() {
    buffers.forEach(
        size -> StoreSettings.DEFAULT.withClog(ClogStrategy.CONTROL_LOCK, size).options());
    List<Variant> variants = new ArrayList<>(List.of(Variant.BASELINE));
    variants.addAll(Plan.variants(Options.strategies(strategies), buffers));
    return new ModelPlan(
        variants.stream().distinct().toList(), cores, clients, lookups, history, zipf, seed);
  }
}
