package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.bench.targets.StoreSettings;

/**
 * One experiment to be made: which cells, how often, and under what load.
 *
 * @param experiment what the cells belong to, without subtransactions
 * @param variants strategies with their pools
 * @param clients how many, each of 1 to 4096
 * @param subtransactions how many the open transaction has, each of 0 or more; only a 0 but for
 *     {@link Kind#OVERFLOW}
 * @param runs how often each cell is measured, 1 or more
 * @param load what each client does
 * @param settings of the stores; each variant puts its own commit log in
 */
public record Plan(
    Experiment experiment,
    List<Variant> variants,
    List<Integer> clients,
    List<Integer> subtransactions,
    int runs,
    Load load,
    StoreSettings settings) {

  /** Opening a fresh store and closing it, on a machine of two cores: for the estimate only. */
  private static final double SERVER_SECONDS = 8;

  private static final double EMBEDDED_SECONDS = 2.5;
  private static final double SECONDS_A_CLIENT = 0.005;
  private static final double SECONDS_A_HELD_WRITE = 5e-6;
  private static final double REMOTE_SECONDS_A_HELD_WRITE = 2e-4;

  /**
   * What each client does.
   *
   * @param script the transactions; not used for {@link Kind#WORST_CASE}
   * @param history what the stores hold before
   * @param isolation of the transactions
   * @param timing how long
   */
  public record Load(Script script, History history, Isolation isolation, Timing timing) {}

  /**
   * How long, all in seconds.
   *
   * @param first the warm-up of a fresh store, before its first cell; 0 or more
   * @param warmup before each cell, its clients at work already; 0 or more
   * @param measured the measurement of a cell; above 0
   */
  public record Timing(double first, double warmup, double measured) {
    public Timing {
      if (!(measured > 0) || !(warmup >= 0) || !(first >= 0)) {
        throw new InvalidRequestException("the seconds are above 0 and a warm-up is not below");
      }
    }
  }

  public Plan {
    variants = List.copyOf(variants);
    clients = List.copyOf(clients);
    subtransactions = List.copyOf(subtransactions);
    if (variants.isEmpty() || clients.isEmpty() || subtransactions.isEmpty() || runs < 1) {
      throw new InvalidRequestException(
          "there is at least one strategy, one number of clients and one run");
    }
    clients.stream()
        .filter(count -> count < 1 || count > 4096)
        .forEach(
            count -> {
              throw new InvalidRequestException("clients are between 1 and 4096, not " + count);
            });
    if (experiment.kind() != Kind.OVERFLOW && !subtransactions.equals(List.of(0))) {
      throw new InvalidRequestException("only overflow holds subtransactions open");
    }
    int largest = variants.stream().mapToInt(Variant::buffers).max().orElseThrow();
    if (experiment.kind() == Kind.WORST_CASE && load.history().pages() <= largest) {
      throw new InvalidRequestException(
          "the worst case needs a history of more pages than the largest pool, " + largest);
    }
  }

  /** Every strategy with every pool size, but {@code direct}, which has no pool, only once. */
  public static List<Variant> variants(List<ClogStrategy> strategies, List<Integer> buffers) {
    return Variant.all(strategies, buffers);
  }

  /** How many measurements that makes. */
  public long rows() {
    return (long) variants.size() * clients.size() * subtransactions.size() * runs;
  }

  /** All cells of a variant. */
  List<Cell> cells(Variant variant) {
    List<Cell> cells = new ArrayList<>();
    for (int number : subtransactions) {
      for (int count : clients) {
        cells.add(new Cell(experiment.withSubtransactions(number), variant, count));
      }
    }
    return cells;
  }

  boolean embedded() {
    return experiment.target().equals("embedded");
  }

  /** How the store of {@code variant} is to run. */
  StoreSettings settings(Variant variant) {
    int buffers = variant.buffers() == 0 ? settings.clogBuffers() : variant.buffers();
    return settings.withClog(variant.strategy(), buffers);
  }

  /** Writes of the transaction that is held open, whatever the number of its subtransactions. */
  int heldWrites() {
    return Collections.max(subtransactions);
  }

  /** Roughly how long one measurement takes, with its share of opening the store. */
  double secondsOf(Cell cell) {
    double open = (embedded() ? EMBEDDED_SECONDS : SERVER_SECONDS) + load.timing().first();
    double held = heldWrites() * (embedded() ? SECONDS_A_HELD_WRITE : REMOTE_SECONDS_A_HELD_WRITE);
    return open / (clients.size() * subtransactions.size())
        + load.timing().warmup()
        + load.timing().measured()
        + (embedded() ? 0 : cell.clients() * SECONDS_A_CLIENT)
        + held;
  }

  /** Roughly how long all of it takes, without loading. */
  double seconds() {
    return variants.stream()
            .flatMap(variant -> cells(variant).stream())
            .mapToDouble(this::secondsOf)
            .sum()
        * runs;
  }

  /** Everything that was set, by name, as each row carries it. */
  Map<String, String> described() {
    Map<String, String> described = new TreeMap<>();
    if (experiment.kind() == Kind.WORST_CASE) {
      described.put("script", "a look-up of a status, 32,768 xids back each time");
    } else {
      described.put("script", load.script().label());
      described.put("isolation", lower(load.isolation()));
      described.put("durability", experiment.durability());
    }
    described.put("target", embedded() ? "embedded" : "server, one process, over 127.0.0.1");
    described.put("keys", Integer.toString(load.history().keys()));
    described.put("history pages", Integer.toString(load.history().pages()));
    described.put("value bytes", Integer.toString(Script.VALUE_BYTES));
    described.put("cache bytes", Long.toString(settings.cacheBytes()));
    described.put("server heap", settings.heap());
    described.put("first warm-up seconds", Double.toString(load.timing().first()));
    described.put("warm-up seconds", Double.toString(load.timing().warmup()));
    described.put("seconds a run", Double.toString(load.timing().measured()));
    if (experiment.kind() == Kind.OVERFLOW) {
      described.put("held writes", Integer.toString(heldWrites()));
    }
    described.put("runs a cell", Integer.toString(runs));
    return described;
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
