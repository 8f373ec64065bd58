package klomp.bench.contention;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Latencies;
import klomp.bench.measure.ProcessorTimes;

/**
 * A number of clients that do something with a store for a while: a closed loop, each client one
 * thread with one transaction (over the network: one connection) at a time.
 */
final class Clients {

  private final Store store;
  private final Operation operation;
  private final Plan.Timing timing;
  private final Supplier<Optional<ProcessorTimes>> processors;
  private volatile boolean measuring;

  /**
   * @param processors what the machine's processors have spent their time on up to now
   */
  Clients(
      Store store,
      Operation operation,
      Plan.Timing timing,
      Supplier<Optional<ProcessorTimes>> processors) {
    this.store = store;
    this.operation = operation;
    this.timing = timing;
    this.processors = processors;
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
      crew.await(nanos(timing.first()));
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
    Optional<CpuShares> cpu;
    try (Crew crew = start(tallies, seed)) {
      crew.await(nanos(timing.warmup()));
      before = store.statistics();
      Optional<ProcessorTimes> spent = processors.get();
      long start = System.nanoTime();
      measuring = true;
      crew.await(nanos(timing.measured()));
      measuring = false;
      seconds = (System.nanoTime() - start) / 1e9;
      cpu = processors.get().flatMap(now -> spent.map(old -> CpuShares.of(now.since(old))));
      after = store.statistics();
      crew.stop();
      crew.await();
    }
    Tally sum = sum(tallies);
    return new Outcome(
        counts(sum, seconds, cpu.orElse(null)),
        clog(before, after),
        waits(before, after),
        sum.allCommits);
  }

  private static Duration nanos(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
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
      long start = System.nanoTime();
      int attempts = operation.run(random);
      tally.allCommits++;
      if (measuring) {
        tally.commits++;
        tally.aborts += attempts - 1;
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

  private static Measurement.Counts counts(Tally sum, double seconds, CpuShares cpu) {
    return new Measurement.Counts(
        seconds, sum.commits, sum.aborts, sum.commits / seconds, sum.latencies.summary(), cpu);
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
