package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import klomp.bench.ycsb.Driver;
import klomp.bench.ycsb.Phase;
import klomp.bench.ycsb.Workloads;
import klomp.bench.ycsb.YcsbResult;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import site.ycsb.WorkloadException;

/** {@code klomp bench ycsb}. */
@Command(
    name = "ycsb",
    mixinStandardHelpOptions = true,
    description =
        "Runs a workload of the Yahoo! Cloud Serving Benchmark: loads the records, runs the"
            + " operations, then counts the records. Exit code 1 if an operation failed or the"
            + " count is not what it must be.")
final class YcsbCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags store;
  @ArgGroup private WhichWorkload workload = new WhichWorkload();
  @ArgGroup private WhichPhase phase = new WhichPhase();

  /** One or the other. */
  static final class WhichWorkload {
    @Option(
        names = "--workload",
        paramLabel = "W",
        description = "A standard workload: a, b, c, d, e or f. Default: a")
    private String standard = "a";

    @Option(names = "-P", paramLabel = "FILE", description = "A workload file of YCSB")
    private Path file;
  }

  /** One, the other, or both phases. */
  static final class WhichPhase {
    @Option(names = "--load-only", description = "Load the records and count them, no more")
    private boolean loadOnly;

    @Option(names = "--run-only", description = "Run on the records of an earlier load")
    private boolean runOnly;
  }

  @Option(
      names = "-p",
      paramLabel = "KEY=VALUE",
      description = "A property of the workload; goes before everything else")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "--records", paramLabel = "N", description = "Records. Default: 100000")
  private Long records;

  @Option(names = "--operations", paramLabel = "N", description = "Operations. Default: 100000")
  private Long operations;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "Threads, over the network each with a connection. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--target",
      paramLabel = "T",
      defaultValue = "embedded",
      converter = Options.TargetConverter.class,
      description = "embedded, server (one is started) or HOST:PORT. Default: ${DEFAULT-VALUE}")
  private Target target;

  @Option(
      names = "--ops-per-transaction",
      paramLabel = "N",
      defaultValue = "1",
      description = "Operations of a thread that make up a transaction. Default: 1")
  private int operationsATransaction;

  @Option(
      names = "--load-batch",
      paramLabel = "N",
      defaultValue = "100",
      description = "Inserts of the load that make up a transaction. Default: ${DEFAULT-VALUE}")
  private int loadBatch;

  @Option(names = "--field-count", paramLabel = "N", description = "Fields a record. Default: 10")
  private Integer fieldCount;

  @Option(names = "--field-length", paramLabel = "N", description = "Bytes a field. Default: 100")
  private Integer fieldLength;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON")
  private Path json;

  @Override
  public Integer call() throws InterruptedException {
    check();
    StoreSettings settings = store.settings(spec);
    Properties complete = properties();
    Origin origin = Origin.current();
    try (OpenTarget opened = OpenTarget.open(target, settings, store.data, threads + 1)) {
      return run(new Driver(opened.store(), complete, threads, err()), complete, origin);
    } catch (WorkloadException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void check() {
    Options.atLeast(spec, "--threads", threads, 1);
    Options.atLeast(spec, "--ops-per-transaction", operationsATransaction, 1);
    Options.atLeast(spec, "--load-batch", loadBatch, 1);
    if (phase.runOnly && target instanceof Target.Embedded && store.data == null) {
      throw new ParameterException(
          spec.commandLine(), "--run-only needs the --data of an earlier load");
    }
  }

  private int run(Driver driver, Properties complete, Origin origin) throws InterruptedException {
    long recordCount = Long.parseLong(complete.getProperty("recordcount"));
    List<Phase> phases = new ArrayList<>();
    long before = driver.count();
    if (!phase.runOnly) {
      if (before > 0) {
        out().printf("removing %,d records of an earlier load%n", driver.clear());
      }
      before = 0;
      phases.add(show(driver.load(recordCount, loadBatch)));
    }
    if (!phase.loadOnly) {
      phases.add(show(driver.run(Long.parseLong(complete.getProperty("operationcount")))));
    }
    YcsbResult result =
        YcsbResult.of(
            origin, settingsOf(complete), phases, new YcsbResult.Count(before, driver.count()));
    out().println(result.verdict());
    out().println();
    out().println(origin);
    out().flush();
    if (json != null) {
      Json.write(json, result);
    }
    return result.isRight() ? 0 : 1;
  }

  private Phase show(Phase done) {
    out().println(done.text());
    out().flush();
    return done;
  }

  /** Defaults, then the workload, then what was given here, then {@code -p}. */
  private Properties properties() {
    Properties base =
        Options.checked(
            spec,
            () ->
                workload.file != null
                    ? Workloads.file(workload.file)
                    : Workloads.standard(workload.standard));
    base.putIfAbsent("recordcount", "100000");
    base.putIfAbsent("operationcount", "100000");
    Map<String, String> changes = new LinkedHashMap<>();
    put(changes, "recordcount", records);
    put(changes, "operationcount", operations);
    put(changes, "fieldcount", fieldCount);
    put(changes, "fieldlength", fieldLength);
    put(changes, "threadcount", threads);
    put(changes, "klomp.opspertransaction", operationsATransaction);
    if (store.durability != null) {
      changes.put("klomp.durability", Options.label(store.durability));
    }
    changes.putAll(properties);
    return Workloads.with(base, changes);
  }

  private static void put(Map<String, String> changes, String name, Object value) {
    if (value != null) {
      changes.put(name, value.toString());
    }
  }

  private Map<String, String> settingsOf(Properties complete) {
    StoreSettings settings = store.settings(spec);
    Map<String, String> all = new java.util.TreeMap<>();
    complete.forEach((name, value) -> all.put(name.toString(), value.toString()));
    all.put("target", target.toString());
    if (!(target instanceof Target.Remote)) {
      all.put("clog strategy", settings.strategy().label());
      all.put("clog buffers", Integer.toString(settings.clogBuffers()));
      all.put("cache bytes", Long.toString(settings.cacheBytes()));
      all.put("durability", Options.label(settings.durability()));
    }
    all.put("load batch", Integer.toString(loadBatch));
    return all;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
