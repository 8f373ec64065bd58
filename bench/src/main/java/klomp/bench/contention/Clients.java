package klomp.bench.contention;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import klomp.api.RetryPolicy;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Latencies;

/**
 * A number of clients that run a script against a store for a while: a closed loop, each client one
 * thread with one transaction (over the network: one connection) at a time.
 */
final class Clients {

  /** Far more attempts than a transaction needs that meets others only by chance. */
  private static final RetryPolicy RETRY =
      new RetryPolicy(10_000, Duration.ofNanos(200_000), Duration.ofMillis(20));

  private final Store store;
  private final Plan.Load load;
  private final TransactionOptions options;
  private volatile boolean measuring;

  Clients(Store store, Plan.Load load) {
    this.store = store;
    this.load = load;
    this.options = TransactionOptions.DEFAULT.withIsolation(load.isolation());
  }

  /**
   * What a cell came to.
   *
   * @param counts of the measured time
   * @param clog the commit log's counters over the measured time
   * @param allCommits commits of the warm-up too
   */
  record Cell(Measurement.Counts counts, SortedMap<String, Long> clog, long allCommits) {}

  /**
   * Lets that many clients run for the time of a warm-up, so that the first cell of a fresh server
   * does not measure its compiler.
   *
   * @return how many transactions were committed
   */
  long warmUp(int clients, long seed) throws InterruptedException {
    List<Tally> tallies = tallies(clients);
    measuring = false;
    try (Crew crew = start(tallies, seed)) {
      crew.await(Duration.ofNanos((long) (load.warmupSeconds() * 1e9)));
      crew.stop();
      crew.await();
    }
    return tallies.stream().mapToLong(tally -> tally.allCommits).sum();
  }

  /** Warms up and measures {@code clients} clients; {@code seed} decides which keys they draw. */
  Cell measure(int clients, long seed) throws InterruptedException {
    List<Tally> tallies = tallies(clients);
    measuring = false;
    double seconds;
    SortedMap<String, Long> clog;
    try (Crew crew = start(tallies, seed)) {
      crew.await(Duration.ofNanos((long) (load.warmupSeconds() * 1e9)));
      Statistics before = store.statistics();
      long start = System.nanoTime();
      measuring = true;
      crew.await(Duration.ofNanos((long) (load.seconds() * 1e9)));
      measuring = false;
      seconds = (System.nanoTime() - start) / 1e9;
      clog = clogDifference(before, store.statistics());
      crew.stop();
      crew.await();
    }
    return cell(tallies, seconds, clog);
  }

  private static List<Tally> tallies(int clients) {
    List<Tally> tallies = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      tallies.add(new Tally());
    }
    return tallies;
  }

  private Crew start(List<Tally> tallies, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<SplittableRandom> randoms = new ArrayList<>();
    tallies.forEach(tally -> randoms.add(seeds.split()));
    return Crew.start(
        "client",
        tallies.size(),
        (index, crew) -> work(crew, tallies.get(index), randoms.get(index)));
  }

  private void work(Crew crew, Tally tally, SplittableRandom random) {
    while (crew.goesOn()) {
      Script.Draw draw = Script.Draw.of(random, load.keys());
      int[] attempts = new int[1];
      long start = System.nanoTime();
      store.transact(
          options,
          RETRY,
          transaction -> {
            attempts[0]++;
            load.script().run(transaction, draw);
            return null;
          });
      tally.allCommits++;
      if (measuring) {
        tally.commits++;
        tally.aborts += attempts[0] - 1;
        tally.latencies.record(System.nanoTime() - start);
      }
    }
  }

  private static Cell cell(List<Tally> tallies, double seconds, SortedMap<String, Long> clog) {
    Tally sum = new Tally();
    for (Tally tally : tallies) {
      sum.commits += tally.commits;
      sum.aborts += tally.aborts;
      sum.allCommits += tally.allCommits;
      sum.latencies.add(tally.latencies);
    }
    Measurement.Counts counts =
        new Measurement.Counts(
            seconds, sum.commits, sum.aborts, sum.commits / seconds, sum.latencies.summary());
    return new Cell(counts, clog, sum.allCommits);
  }

  private static SortedMap<String, Long> clogDifference(Statistics before, Statistics after) {
    SortedMap<String, Long> difference = new TreeMap<>();
    after
        .values()
        .forEach(
            (name, value) -> {
              if (name.startsWith("clog.")) {
                difference.put(name, value - before.get(name));
              }
            });
    return difference;
  }

  /** One client's counts: written by its thread, read once that has ended. */
  private static final class Tally {
    private long commits;
    private long aborts;
    private long allCommits;
    private final Latencies latencies = new Latencies();
  }
}
