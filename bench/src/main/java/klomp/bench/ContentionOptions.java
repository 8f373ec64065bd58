package klomp.bench;

import java.util.Collections;
import java.util.List;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.bench.contention.History;
import klomp.bench.contention.Kind;
import klomp.bench.contention.Outline;
import klomp.bench.contention.Plan;
import klomp.bench.contention.Schedule;
import klomp.bench.contention.Script;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import picocli.CommandLine.Option;

/**
 * What {@code klomp bench contention} measures. An option that is not given leaves each experiment
 * what it has by default.
 */
final class ContentionOptions {

  @Option(
      names = "--experiments",
      paramLabel = "E",
      split = ",",
      defaultValue = "clients,buffers,worst-case,overflow",
      converter = Options.KindConverter.class,
      description =
          "clients (the table), buffers (sizes of the pool), worst-case (every look-up a miss),"
              + " overflow (a transaction with many subtransactions). Default: ${DEFAULT-VALUE}")
  private List<Kind> kinds;

  @Option(
      names = "--quick",
      description = "Fewer cells, shorter and fewer runs: under 3 minutes in all")
  private boolean quick;

  @Option(
      names = "--strategies",
      paramLabel = "S",
      split = ",",
      description =
          "control-lock, group-update, content-lock, no-content-lock, banked, single-writer,"
              + " direct, separated by commas; or all. Default: all; --quick has fewer for some"
              + " experiments")
  private List<String> strategies;

  @Option(
      names = "--buffers",
      paramLabel = "N",
      split = ",",
      description =
          "Sizes of the commit log's pool; direct has none. Default: 32,128 for clients,"
              + " 16,32,64,128,256,1024 for buffers and worst-case, 32 for overflow and for sync")
  private List<Integer> buffers;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description =
          "Numbers of clients. Default: 1,2,8,16,32,64,128,256 for clients (fewer embedded and for"
              + " sync), 1,64 for worst-case, 64 otherwise")
  private List<Integer> clients;

  @Option(
      names = "--subtransactions",
      paramLabel = "N",
      split = ",",
      description =
          "How many the open transaction of overflow has. Default: 0,1,63,64,65,10000,500000")
  private List<Integer> subtransactions;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long a run is measured. Default: 0.5 to 1.2, by experiment")
  private Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description =
          "How long each run goes before it is measured. Default: 0.1 to 0.3, by experiment")
  private Double warmup;

  @Option(
      names = "--first-warmup",
      paramLabel = "S",
      description = "How long a fresh store is warmed up before its first cell. Default: 0.5 to 4")
  private Double firstWarmup;

  @Option(
      names = "--runs",
      paramLabel = "R",
      description = "Runs a cell; the median is shown. Default: 3; 2 with --quick")
  private Integer runs;

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
      description =
          "Keys; a thousandth of them are hot. Default: 500000 for clients and buffers, 100000 for"
              + " overflow and with --quick")
  private Integer keys;

  @Option(
      names = "--history-pages",
      paramLabel = "N",
      description =
          "Pages of the commit log over which the keys' writers are spread, 32,768 xids each."
              + " Default: 256 for clients and buffers, more than the largest pool for worst-case,"
              + " 0 for overflow")
  private Integer historyPages;

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
      split = ",",
      converter = Options.DurabilityConverter.class,
      description =
          "async, which shows the commit log, or sync, behind which the disk hides it, or both."
              + " Default: async; clients on a server also sync, with fewer cells")
  private List<Durability> durabilities;

  @Option(
      names = {"--targets", "--target"},
      paramLabel = "T",
      split = ",",
      converter = Options.TargetConverter.class,
      description = "server, embedded or both. Default: both for clients, embedded for the others")
  private List<Target> targets;

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

  /**
   * What is to be measured.
   *
   * @throws InvalidRequestException if the values are out of range or do not go together
   */
  Schedule schedule() {
    StoreSettings settings = StoreSettings.DEFAULT.withCacheBytes(cacheBytes).withHeap(heap);
    if (buffers != null) {
      buffers.forEach(size -> settings.withClog(ClogStrategy.CONTROL_LOCK, size).options());
    }
    List<Outline> outlines =
        Outline.choose(
            quick ? Outline.quick() : Outline.full(),
            kinds,
            labels(targets()),
            labels(durabilities));
    return new Schedule(outlines.stream().map(outline -> plan(outline, settings)).toList());
  }

  private List<Target> targets() {
    if (targets != null && targets.stream().anyMatch(Target.Remote.class::isInstance)) {
      throw new InvalidRequestException(
          "Invalid value for option '--targets': each strategy needs a fresh store, so it is server"
              + " or embedded");
    }
    return targets;
  }

  private static List<String> labels(List<?> values) {
    return values == null
        ? null
        : values.stream()
            .map(value -> value instanceof Enum<?> named ? Options.label(named) : value.toString())
            .toList();
  }

  private Plan plan(Outline outline, StoreSettings settings) {
    Outline.Grid grid = outline.grid();
    boolean overflow = outline.experiment().kind() == Kind.OVERFLOW;
    List<Integer> sizes = or(buffers, grid.buffers());
    Plan.Timing timing = outline.timing();
    return new Plan(
        outline.experiment(),
        Plan.variants(
            strategies == null ? grid.strategies() : Options.strategies(strategies), sizes),
        or(clients, grid.clients()),
        overflow ? or(subtransactions, grid.subtransactions()) : grid.subtransactions(),
        or(runs, outline.runs()),
        new Plan.Load(
            script,
            history(outline, sizes),
            isolation,
            new Plan.Timing(
                or(firstWarmup, timing.first()),
                or(warmup, timing.warmup()),
                or(seconds, timing.measured()))),
        settings.withDurability(
            Durability.valueOf(
                outline.experiment().durability().toUpperCase(java.util.Locale.ROOT))));
  }

  private History history(Outline outline, List<Integer> sizes) {
    if (outline.experiment().kind() == Kind.WORST_CASE) {
      History needed = Outline.lookedUp(Collections.max(sizes));
      return new History(needed.keys(), or(historyPages, needed.pages()));
    }
    return new History(
        or(keys, outline.history().keys()), or(historyPages, outline.history().pages()));
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
