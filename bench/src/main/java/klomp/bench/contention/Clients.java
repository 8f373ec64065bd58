package klomp.bench.contention;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
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
   * @param waits the wait events over the measured time
   * @param allCommits commits of the warm-up too
   */
  record Outcome(
      Measurement.Counts counts,
      SortedMap<String, Long> clog,
      SortedMap<String, Long> waits,
      long allCommits) {}

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
  Outcome measure(int clients, long seed) throws InterruptedException {
    List<Tally> tallies = tallies(clients);
    measuring = false;
    double seconds;
    Statistics before;
    Statistics after;
    try (Crew crew = start(tallies, seed)) {
      crew.await(Duration.ofNanos((long) (load.warmupSeconds() * 1e9)));
      before = store.statistics();
      long start = System.nanoTime();
      measuring = true;
      crew.await(Duration.ofNanos((long) (load.seconds() * 1e9)));
      measuring = false;
      seconds = (System.nanoTime() - start) / 1e9;
      after = store.statistics();
      crew.stop();
      crew.await();
    }
    Tally sum = sum(tallies);
    return new Outcome(
        counts(sum, seconds), clog(before, after), waits(before, after), sum.allCommits);
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

  private static Tally sum(List<Tally> tallies) {
    Tally sum = new Tally();
    for (Tally tally : tallies) {
      sum.commits += tally.commits;
      sum.aborts += tally.aborts;
      sum.allCommits += tally.allCommits;
      sum.latencies.add(tally.latencies);
    }
    return sum;
  }

  private static Measurement.Counts counts(Tally sum, double seconds) {
    return new Measurement.Counts(
        seconds, sum.commits, sum.aborts, sum.commits / seconds, sum.latencies.summary(), null);
  }

  private static SortedMap<String, Long> clog(Statistics before, Statistics after) {
    return differences(before, after, name -> name.startsWith("clog."));
  }

  /** Not how many wait at an instant, {@code .now}, of which a difference says nothing. */
  private static SortedMap<String, Long> waits(Statistics before, Statistics after) {
    return differences(
        before,
        after,
        name -> name.startsWith("wait.") && (name.endsWith(".count") || name.endsWith(".nanos")));
  }

  private static SortedMap<String, Long> differences(
      Statistics before, Statistics after, Predicate<String> which) {
    SortedMap<String, Long> differences = new TreeMap<>();
    after
        .values()
        .forEach(
            (name, value) -> {
              if (which.test(name)) {
                differences.put(name, value - before.values().getOrDefault(name, 0L));
              }
            });
    return differences;
  }

  /** One client's counts: written by its thread, read once that has ended. */
  private static final class Tally {
    private long commits;
    private long aborts;
    private long allCommits;
    private final Latencies latencies = new Latencies();
  }
}
