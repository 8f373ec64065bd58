package klomp.bench.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Latencies;
import klomp.bench.measure.ProcessorTimes;

/**
 * Threads that run a workload on an open store: a closed loop. A thread has its own session, random
 * numbers and counts; two threads share nothing of the driver but the number of the next insert.
 */
final class Driver {

  /** Of fast operations every eighth is timed, as reading the clock would show. */
  private static final int FAST_MASK = 7;

  private final OpenEngine engine;
  private final Workload workload;
  private final Records records;
  private final Supplier<Optional<ProcessorTimes>> processors;
  private final long timedMask;
  private final AtomicLong nextRecord;
  private volatile boolean measuring;
  private long increments;
  private long inserts;

  Driver(
      OpenEngine engine,
      Trial trial,
      Records records,
      Supplier<Optional<ProcessorTimes>> processors) {
    this.engine = engine;
    this.workload = trial.workload();
    this.records = records;
    this.processors = processors;
    this.timedMask = trial.isSync() ? 0 : FAST_MASK;
    this.nextRecord = new AtomicLong(records.count());
  }

  /** Increments that were acknowledged up to now. */
  long increments() {
    return increments;
  }

  /** Inserts that were acknowledged up to now. */
  long inserts() {
    return inserts;
  }

  /** Counts and forgets it, so that what counts is compiled too when it is needed. */
  void warmUp(int threads, double seconds, long seed) throws InterruptedException {
    List<Tally> tallies = new ArrayList<>();
    try (Crew crew = start(threads, seed, tallies)) {
      crew.await(duration(seconds / 4));
      measuring = true;
      crew.await(duration(seconds / 2));
      measuring = false;
      crew.await(duration(seconds / 4));
      crew.stop();
      crew.await();
    }
    addUp(tallies);
  }

  Counts measure(int threads, Timing timing, long seed) throws InterruptedException {
    List<Tally> tallies = new ArrayList<>();
    double seconds;
    Optional<CpuShares> cpu;
    try (Crew crew = start(threads, seed, tallies)) {
      crew.await(duration(timing.warmup()));
      Optional<ProcessorTimes> before = processors.get();
      long start = System.nanoTime();
      measuring = true;
      crew.await(duration(timing.measured()));
      measuring = false;
      seconds = (System.nanoTime() - start) / 1e9;
      cpu = processors.get().flatMap(now -> before.map(old -> CpuShares.of(now.since(old))));
      crew.stop();
      crew.await();
    }
    Tally sum = addUp(tallies);
    return new Counts(
        seconds,
        sum.operations,
        sum.retries,
        sum.operations / seconds,
        sum.latencies.summary(),
        cpu.orElse(null));
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private Crew start(int threads, long seed, List<Tally> tallies) {
    SplittableRandom seeds = new SplittableRandom(seed);
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      tallies.add(new Tally());
      randoms.add(seeds.split());
    }
    return Crew.start(
        "client",
        threads,
        (index, crew) -> {
          try (Session session = engine.session()) {
            work(
                crew,
                new Client(session, records, nextRecord, randoms.get(index)),
                tallies.get(index));
          }
        });
  }

  private void work(Crew crew, Client client, Tally tally) throws Exception {
    long operations = 0;
    long retriesBefore = 0;
    boolean counting = false;
    Latencies latencies = tally.latencies;
    for (long turn = 0; crew.goesOn(); turn++) {
      boolean timed = (turn & timedMask) == 0;
      long start = timed ? System.nanoTime() : 0;
      workload.once(client);
      if (measuring) {
        if (!counting) {
          counting = true;
          retriesBefore = client.retries();
        }
        operations++;
        if (timed) {
          latencies.record(System.nanoTime() - start);
        }
      } else if (counting) {
        counting = false;
        tally.retries += client.retries() - retriesBefore;
      }
    }
    if (counting) {
      tally.retries += client.retries() - retriesBefore;
    }
    tally.operations = operations;
    tally.increments = client.increments();
    tally.inserts = client.inserts();
  }

  private Tally addUp(List<Tally> tallies) {
    Tally sum = new Tally();
    for (Tally tally : tallies) {
      sum.operations += tally.operations;
      sum.retries += tally.retries;
      sum.latencies.add(tally.latencies);
      increments += tally.increments;
      inserts += tally.inserts;
    }
    return sum;
  }

  /** One thread's counts: written by it, read once it has ended. */
  private static final class Tally {
    private long operations;
    private long retries;
    private long increments;
    private long inserts;
    private final Latencies latencies = new Latencies();
  }
}
