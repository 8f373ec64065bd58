package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.bench.bank.CrashTest;
import klomp.bench.contention.Contention;
import klomp.bench.contention.Experiment;
import klomp.bench.contention.History;
import klomp.bench.contention.Kind;
import klomp.bench.contention.Plan;
import klomp.bench.contention.Report;
import klomp.bench.contention.Results;
import klomp.bench.contention.Script;
import klomp.bench.measure.Progress;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.report.Page;
import klomp.bench.report.TextTable;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import klomp.bench.targets.WorkDirectory;
import klomp.bench.ycsb.Driver;
import klomp.bench.ycsb.Workloads;
import klomp.bench.ycsb.YcsbResult;
import site.ycsb.WorkloadException;

/** The three parts of {@code klomp quickstart} and what they came to. */
final class Quickstart {

  private static final int YCSB_RECORDS = 2_000;
  private static final int YCSB_OPERATIONS = 8_000;
  private static final int YCSB_THREADS = 4;
  private static final int POOL = 32;
  private static final List<Integer> CLIENTS = List.of(1, 8, 64);
  private static final int KEYS = 20_000;
  private static final int KILLS = 2;

  private final Path work;
  private final PrintWriter out;
  private final PrintWriter progressTo;
  private final Origin origin = Origin.current();
  private final StoreSettings settings =
      StoreSettings.DEFAULT.withCacheBytes(64L << 20).withHeap("256m");
  private final List<YcsbResult> ycsb = new ArrayList<>();
  private final List<CrashTest.Round> rounds = new ArrayList<>();
  private Results contention;

  /**
   * All results in one document.
   *
   * @param schema the version of this document: 1
   * @param kind {@code klomp-quickstart}
   */
  record Document(
      int schema,
      String kind,
      Origin origin,
      List<YcsbResult> ycsb,
      Results contention,
      List<CrashTest.Round> rounds) {}

  Quickstart(Path work, PrintWriter out, PrintWriter progressTo) {
    this.work = work;
    this.out = out;
    this.progressTo = progressTo;
  }

  /** Runs all parts; whether everything held. */
  boolean run() throws InterruptedException {
    say("1 of 3: YCSB workload A on a server of each strategy, async, %d threads", YCSB_THREADS);
    for (ClogStrategy strategy : ClogStrategy.values()) {
      ycsb.add(runYcsb(strategy));
    }
    say("\n2 of 3: savepoint-update with %s clients, 2 seconds each, async", CLIENTS);
    contention = runContention();
    say("\n%s", new Report(contention).text());
    say("3 of 3: kill -9 under a load of transfers, sync, then restart on the same data");
    int violations = runCrash();
    say("");
    return violations == 0 && ycsb.stream().allMatch(YcsbResult::isRight);
  }

  private YcsbResult runYcsb(ClogStrategy strategy) throws InterruptedException {
    StoreSettings chosen = settings.withDurability(Durability.ASYNC).withClog(strategy, POOL);
    Path data = work.resolve("ycsb");
    Properties properties =
        Workloads.with(
            Workloads.standard("a"),
            Map.of(
                "recordcount", Integer.toString(YCSB_RECORDS),
                "operationcount", Integer.toString(YCSB_OPERATIONS)));
    try (OpenTarget target =
        OpenTarget.open(new Target.OwnServer(), chosen, data, YCSB_THREADS + 1)) {
      Driver driver = new Driver(target.store(), properties, YCSB_THREADS, progressTo);
      YcsbResult result =
          YcsbResult.of(
              origin,
              described(properties, strategy),
              List.of(driver.load(YCSB_RECORDS, 100), driver.run(YCSB_OPERATIONS)),
              new YcsbResult.Count(0, driver.count()));
      say(
          "  %-16s %7s operations a second; %s",
          strategy, Figures.count(result.phases().get(1).throughput()), result.verdict());
      return result;
    } catch (WorkloadException e) {
      throw new IllegalStateException("the standard workload is not accepted", e);
    } finally {
      WorkDirectory.remove(data);
    }
  }

  private static Map<String, String> described(Properties properties, ClogStrategy strategy) {
    Map<String, String> described = new TreeMap<>();
    properties.forEach((name, value) -> described.put(name.toString(), value.toString()));
    described.put("clog strategy", strategy.label());
    described.put("clog buffers", Integer.toString(POOL));
    described.put("durability", "async");
    return described;
  }

  private Results runContention() throws InterruptedException {
    Plan plan =
        new Plan(
            new Experiment(Kind.CLIENTS, "server", "async", 0),
            Plan.variants(Arrays.asList(ClogStrategy.values()), List.of(POOL)),
            CLIENTS,
            List.of(0),
            1,
            new Plan.Load(
                Script.SAVEPOINT_UPDATE,
                new History(KEYS, 0),
                Isolation.READ_COMMITTED,
                new Plan.Timing(0.5, 0.5, 2)),
            settings.withDurability(Durability.ASYNC));
    try (Progress progress = Progress.show("contention", plan.rows(), progressTo)) {
      return Contention.in(work, origin, text -> say("  %s", text))
          .run(
              List.of(plan),
              List.of(),
              row -> {
                progress.step();
                say(
                    "  %-16s clients %2d: %7s transactions a second",
                    row.variant().strategy(), row.clients(), Figures.count(row.counts().tps()));
              });
    }
  }

  private int runCrash() throws InterruptedException {
    Path data = work.resolve("crash");
    CrashTest test =
        new CrashTest(
            data,
            settings.withDurability(Durability.SYNC),
            new CrashTest.Load(8, 1000, 2),
            System.nanoTime());
    return test.run(
        KILLS,
        round -> {
          rounds.add(round);
          say("  %s", round);
        });
  }

  /** Writes {@code report.html} and {@code results.json}; call once all parts have run. */
  void write(Path directory) {
    TextTable ycsbTable =
        new TextTable(
            List.of("strategy", "ops/s", "read p50 us", "read p99", "update p50", "update p99"));
    for (YcsbResult result : ycsb) {
      ycsbTable.row(ycsbRow(result));
    }
    TextTable crashTable =
        new TextTable(List.of("round", "load s", "acknowledged", "lost", "restart s", "verdict"));
    for (CrashTest.Round round : rounds) {
      crashTable.row(
          Integer.toString(round.number()),
          Figures.ratio(round.loadSeconds()),
          Figures.count(round.acknowledged()),
          Figures.count(round.losses()),
          Figures.ratio(round.restartSeconds()),
          round.violation() == null ? "right" : round.violation());
    }
    Page page =
        new Report(contention)
            .page(
                "Klomp quickstart report",
                findings(),
                List.of(
                    new Page.Section(
                        "YCSB workload A",
                        "One short run for each strategy; service times in microseconds.",
                        ycsbTable),
                    new Page.Section(
                        "Kill -9 and restart",
                        "A server killed under load, started again on the same data.",
                        crashTable)));
    page.with(new Document(1, "klomp-quickstart", origin, ycsb, contention, rounds))
        .write(directory.resolve("report.html"));
    Json.write(
        directory.resolve("results.json"),
        new Document(1, "klomp-quickstart", origin, ycsb, contention, rounds));
  }

  private static List<String> ycsbRow(YcsbResult result) {
    List<String> row = new ArrayList<>();
    row.add(result.settings().get("clog strategy"));
    row.add(Figures.count(result.phases().get(1).throughput()));
    result
        .phases()
        .get(1)
        .operations()
        .forEach(
            operation -> {
              row.add(Figures.micros(operation.latency().p50Micros()));
              row.add(Figures.micros(operation.latency().p99Micros()));
            });
    return row;
  }

  private List<String> findings() {
    long acknowledged = rounds.stream().mapToLong(CrashTest.Round::acknowledged).sum();
    long losses = rounds.stream().mapToLong(CrashTest.Round::losses).sum();
    long failed = ycsb.stream().mapToLong(YcsbResult::failed).sum();
    return List.of(
        String.format(
            Locale.ROOT,
            "YCSB workload A ran on all %d strategies: %d operations failed.",
            ycsb.size(),
            failed),
        String.format(
            Locale.ROOT,
            "The server was killed %d times under load: of %,d acknowledged transfers %d are"
                + " missing.",
            rounds.size(),
            acknowledged,
            losses));
  }

  private void say(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
