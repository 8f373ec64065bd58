package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Machine;
import klomp.bench.report.Origin;

/** Results made up so that they look like those of a full run; equal seeds give equal ones. */
public final class SampleResults {

  private static final List<Integer> CLIENTS = List.of(1, 2, 8, 16, 32, 64, 128, 256);
  private static final List<Integer> POOLS = List.of(16, 32, 64, 128, 256, 1024);
  private static final List<Integer> SUBTRANSACTIONS = List.of(0, 1, 63, 64, 65, 10_000, 500_000);
  private static final Origin ORIGIN =
      new Origin(
          "0.1.0-SNAPSHOT",
          "0123456789abcdef0123456789abcdef01234567",
          "OpenJDK 64-Bit Server VM 17.0.15+6",
          new Machine(2, "Made-up processor @ 2.50GHz", 8L << 30, "Linux 6.1.0"),
          "2026-01-02T03:04:05Z");

  private final Random random;
  private final List<Measurement> rows = new ArrayList<>();

  private SampleResults(long seed) {
    random = new Random(seed);
  }

  /** Every experiment, strategy and number of clients, five runs each; about 1,400 rows. */
  public static Results full(long seed) {
    SampleResults sample = new SampleResults(seed);
    List<Variant> variants = Variant.all(List.of(ClogStrategy.values()), List.of(32, 128));
    sample.cells(new Experiment(Kind.CLIENTS, "server", "async", 0), variants, CLIENTS, 5);
    sample.cells(new Experiment(Kind.CLIENTS, "server", "sync", 0), variants, List.of(1, 8, 64), 3);
    sample.cells(
        new Experiment(Kind.CLIENTS, "embedded", "async", 0), variants, List.of(1, 8, 64), 3);
    List<Variant> pools = Variant.all(List.of(ClogStrategy.values()), POOLS);
    sample.cells(new Experiment(Kind.BUFFERS, "server", "async", 0), pools, List.of(64), 5);
    sample.cells(new Experiment(Kind.WORST_CASE, "server", "async", 0), pools, List.of(1, 64), 3);
    for (int number : SUBTRANSACTIONS) {
      sample.cells(
          new Experiment(Kind.OVERFLOW, "server", "async", number),
          Variant.all(List.of(ClogStrategy.values()), List.of(32)),
          List.of(64),
          5);
    }
    return Results.of(sample.rows);
  }

  /** As quickstart measures: seven strategies, three numbers of clients, once. */
  public static Results small(long seed) {
    SampleResults sample = new SampleResults(seed);
    sample.cells(
        new Experiment(Kind.CLIENTS, "server", "async", 0),
        Variant.all(List.of(ClogStrategy.values()), List.of(32)),
        List.of(1, 8, 64),
        1);
    return Results.of(sample.rows);
  }

  private void cells(
      Experiment experiment, List<Variant> variants, List<Integer> clients, int runs) {
    for (int run = 1; run <= runs; run++) {
      for (Variant variant : variants) {
        for (int number : clients) {
          rows.add(row(experiment, variant, number, run));
        }
      }
    }
  }

  private Measurement row(Experiment experiment, Variant variant, int clients, int run) {
    double tps = throughput(experiment, variant, clients) * (1 + random.nextGaussian() * 0.02);
    double seconds = 10 + random.nextDouble() / 100;
    long commits = Math.round(tps * seconds);
    double meanMicros = clients * 1e6 / tps;
    Latencies.Summary latency =
        new Latencies.Summary(
            commits,
            meanMicros,
            meanMicros * 0.8,
            meanMicros * (1.9 + random.nextDouble() / 5),
            meanMicros * (3.3 + random.nextDouble() / 2),
            meanMicros * (9 + random.nextDouble() * 2),
            meanMicros * (40 + random.nextDouble() * 40));
    return new Measurement(
        ORIGIN,
        settings(experiment),
        experiment,
        variant,
        clients,
        run,
        new Measurement.Counts(
            seconds,
            commits,
            Math.round(commits * clients / 2e4),
            commits / seconds,
            latency,
            new CpuShares(97 + random.nextDouble(), 1 + random.nextDouble(), 0)),
        counters(experiment, variant, clients, commits),
        waits(experiment, variant, clients, commits, meanMicros));
  }

  private static Map<String, String> settings(Experiment experiment) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("script", "savepoint-update");
    settings.put("target", experiment.target());
    settings.put("durability", experiment.durability());
    settings.put("isolation", "read-committed");
    settings.put("keys", "100000");
    settings.put("cache bytes", "134217728");
    settings.put("server heap", "512m");
    settings.put("seconds a run", "10.0");
    settings.put("warm-up seconds", "2.0");
    return settings;
  }

  /** How much the strategy suffers from contention, from 0 to 1. */
  private static double contention(Variant variant) {
    double strategy =
        switch (variant.strategy()) {
          case CONTROL_LOCK -> 0.5;
          case GROUP_UPDATE -> 0.33;
          case CONTENT_LOCK -> 0.28;
          case NO_CONTENT_LOCK -> 0.27;
          case BANKED -> 0.2;
          case SINGLE_WRITER -> 0.16;
          case DIRECT -> 0.08;
        };
    return variant.buffers() == 32 ? strategy : strategy * 0.7;
  }

  private static double hitRatio(Experiment experiment, Variant variant) {
    if (variant.strategy() == ClogStrategy.DIRECT) {
      return 1;
    }
    return experiment.kind() == Kind.WORST_CASE
        ? Math.min(0.9, variant.buffers() / 4096.0)
        : 1 - 0.4 / Math.sqrt(variant.buffers());
  }

  private static double throughput(Experiment experiment, Variant variant, int clients) {
    double saturation = clients / (clients + 4.0);
    double base = 15_000 * saturation * (1 - contention(variant) * clients / (clients + 60.0));
    if (variant.strategy() == ClogStrategy.SINGLE_WRITER && clients < 3) {
      base *= 0.88;
    }
    if (experiment.durability().equals("sync")) {
      base = Math.min(base, 90 * Math.min(clients, 40));
    }
    if (experiment.target().equals("embedded")) {
      base *= 3.5;
    }
    return switch (experiment.kind()) {
      case CLIENTS -> base;
      case BUFFERS -> base * (0.5 + 0.5 * hitRatio(experiment, variant));
      case WORST_CASE -> base * 2 * (variant.buffers() == 1024 ? 0.9 : 1);
      case OVERFLOW -> base * (experiment.subtransactions() > 100_000 ? 0.93 : 1);
    };
  }

  private SortedMap<String, Long> counters(
      Experiment experiment, Variant variant, int clients, long commits) {
    SortedMap<String, Long> clog = new TreeMap<>();
    double blocked = contention(variant) * clients / (clients + 20.0);
    long lookUps = commits * 3;
    long hits = Math.round(lookUps * hitRatio(experiment, variant));
    clog.put("clog.acquisitions", commits * 4);
    clog.put("clog.contended", Math.round(commits * 4 * blocked));
    clog.put("clog.waitNanos", Math.round(commits * blocked * clients * 900));
    clog.put("clog.heldNanos", commits * 2100);
    clog.put("clog.hits", hits);
    clog.put("clog.misses", lookUps - hits);
    clog.put("clog.pagesRead", lookUps - hits);
    clog.put("clog.pagesWritten", (lookUps - hits) / 9);
    clog.put("clog.evictions", (lookUps - hits) / 8);
    clog.put("clog.truncations", 0L);
    clog.put(
        "clog.casRetries",
        variant.strategy() == ClogStrategy.DIRECT ? Math.round(commits * blocked / 50) : 0L);
    clog.put("clog.handovers", variant.strategy() == ClogStrategy.SINGLE_WRITER ? commits : 0L);
    boolean groups =
        variant.strategy() == ClogStrategy.GROUP_UPDATE
            || variant.strategy() == ClogStrategy.BANKED;
    String[] sizes = {"1", "2", "3to4", "5to8", "9to16", "17to32", "33to64", "65to128", "over128"};
    double share = 1.0 / (1 + clients / 12.0);
    double left = groups ? commits / 3.0 : 0;
    for (String size : sizes) {
      long number = Math.round(left * share);
      clog.put("clog.groupsOf." + size, number);
      left -= number;
    }
    return clog;
  }

  private SortedMap<String, Long> waits(
      Experiment experiment, Variant variant, int clients, long commits, double meanMicros) {
    SortedMap<String, Long> waits = new TreeMap<>();
    double contended = contention(variant) * clients / (clients + 60.0);
    ClogStrategy strategy = variant.strategy();
    boolean groups = strategy == ClogStrategy.GROUP_UPDATE || strategy == ClogStrategy.BANKED;
    boolean pools = strategy != ClogStrategy.DIRECT;
    double miss = 1 - hitRatio(experiment, variant);
    wait(waits, "clog.controlLock", commits, pools ? meanMicros * contended * 0.8 : 0);
    wait(
        waits,
        "clog.contentLock",
        commits,
        strategy == ClogStrategy.CONTENT_LOCK ? meanMicros * contended * 0.3 : 0);
    wait(waits, "clog.groupUpdate", commits, groups ? meanMicros * contended * 0.6 : 0);
    wait(waits, "clog.slotIo", commits, pools ? meanMicros * miss * 0.3 : 0);
    wait(waits, "clog.pageRead", commits, pools ? miss * 60 : 0);
    wait(
        waits,
        "clog.handover",
        commits,
        strategy == ClogStrategy.SINGLE_WRITER ? meanMicros * 0.1 : 0);
    wait(waits, "wal.sync", commits, experiment.durability().equals("sync") ? meanMicros * 0.6 : 0);
    wait(waits, "wal.space", commits, 0.4);
    wait(waits, "lock.key", commits, meanMicros * 0.12);
    wait(waits, "page.read", commits, meanMicros * 0.03);
    wait(waits, "page.frame", commits, 0);
    wait(waits, "tree.latch", commits, meanMicros * 0.02);
    wait(waits, "checkpoint.gate", commits, 0.1);
    return waits;
  }

  private void wait(SortedMap<String, Long> waits, String event, long commits, double micros) {
    double nanos = micros * 1000 * commits * (0.97 + random.nextDouble() * 0.06);
    waits.put("wait." + event + ".count", micros == 0 ? 0 : commits / 3);
    waits.put("wait." + event + ".nanos", Math.round(nanos));
  }
}
