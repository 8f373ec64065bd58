package klomp.bench.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import klomp.bench.measure.Crew;

/** Measures what threads do to each other: waking, switching, fetching a cache line. */
final class ThreadCalibration {

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int WAKE_BATCHES = 30;
  private static final int WAKE_ROUND_TRIPS = 100;
  private static final int LINE_BATCHES = 200;
  private static final int LINE_ROUND_TRIPS = 100;
  private static final int CALLS = 400;
  private static final int YIELD_BATCHES = 20;
  private static final long YIELD_NANOS = 20_000_000;

  /** Where a single core leaves nothing to measure. */
  private static final double TRANSFER_ON_ONE_CORE = 100;

  private final Map<Service, Double> times;

  private ThreadCalibration(Map<Service, Double> times) {
    this.times = times;
  }

  /** Adds the times to {@code times}. */
  static void measure(Map<Service, Double> times) throws InterruptedException {
    ThreadCalibration calibration = new ThreadCalibration(times);
    calibration.unparking();
    calibration.switching();
    times.put(Service.TRANSFER, CORES > 1 ? transfer() : TRANSFER_ON_ONE_CORE);
  }

  private void unparking() throws InterruptedException {
    times.put(
        Service.UNPARK_RUNNING,
        Stopwatch.nanos(
            count -> {
              for (int i = 0; i < count; i++) {
                LockSupport.unpark(Thread.currentThread());
              }
              LockSupport.park();
            }));
    double call = unparkCall();
    times.put(Service.UNPARK_IDLE, call);
    times.put(Service.WAKE, Math.max(call, oneWayNanos(1)));
  }

  private void switching() throws InterruptedException {
    double contextSwitch = yieldNanos();
    times.put(Service.CONTEXT_SWITCH, contextSwitch);
    int pairs = 4 * CORES;
    double busy = oneWayNanos(pairs) * CORES;
    times.put(
        Service.UNPARK_BUSY, Math.max(times.get(Service.UNPARK_RUNNING), busy - contextSwitch));
  }

  /** The call alone, for a thread that is parked. */
  private static double unparkCall() throws InterruptedException {
    AtomicInteger served = new AtomicInteger();
    Thread sleeper =
        new Thread(
            () -> {
              while (served.get() < CALLS) {
                LockSupport.park();
                served.incrementAndGet();
              }
            },
            "sleeper");
    sleeper.setDaemon(true);
    sleeper.start();
    double[] calls = new double[CALLS];
    int made = 0;
    for (; made < CALLS && sleeper.isAlive(); made++) {
      while (sleeper.isAlive() && sleeper.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      long begin = System.nanoTime();
      LockSupport.unpark(sleeper);
      calls[made] = System.nanoTime() - begin;
      int before = made;
      while (sleeper.isAlive() && served.get() <= before) {
        Thread.onSpinWait();
      }
    }
    sleeper.join();
    return Stopwatch.low(Arrays.copyOf(calls, Math.max(1, made)));
  }

  /**
   * Pairs of threads wake each other in turn.
   *
   * @return the time from one wake-up to the next, over all pairs
   */
  private static double oneWayNanos(int pairs) throws InterruptedException {
    double[] batches = new double[WAKE_BATCHES];
    for (int i = 0; i < batches.length; i++) {
      batches[i] = batchOfWakes(pairs);
    }
    return Stopwatch.low(batches);
  }

  private static double batchOfWakes(int pairs) throws InterruptedException {
    long begin = System.nanoTime();
    List<Turns> turns = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      turns.add(new Turns());
    }
    Crew.run(
        "pair", 2 * pairs, (index, crew) -> turns.get(index / 2).play(index % 2, WAKE_ROUND_TRIPS));
    return (double) (System.nanoTime() - begin) / (2L * WAKE_ROUND_TRIPS * pairs);
  }

  /** Whose turn it is of two threads that park meanwhile. */
  private static final class Turns {
    private final Thread[] players = new Thread[2];
    private final AtomicLong turn = new AtomicLong(-2);

    void play(int self, int rounds) {
      synchronized (this) {
        players[self] = Thread.currentThread();
      }
      turn.incrementAndGet();
      while (turn.get() < 0) {
        Thread.yield();
      }
      Thread other;
      synchronized (this) {
        other = players[1 - self];
      }
      for (int i = 0; i < rounds; i++) {
        while (turn.get() % 2 != self) {
          LockSupport.park();
        }
        turn.incrementAndGet();
        LockSupport.unpark(other);
      }
    }
  }

  private static double yieldNanos() throws InterruptedException {
    double[] batches = new double[YIELD_BATCHES];
    for (int i = 0; i < batches.length; i++) {
      batches[i] = batchOfYields();
    }
    return Stopwatch.low(batches);
  }

  private static double batchOfYields() throws InterruptedException {
    AtomicLong yields = new AtomicLong();
    long begin = System.nanoTime();
    Crew.run(
        "yield",
        4 * CORES,
        (index, crew) -> {
          long count = 0;
          for (; System.nanoTime() - begin < YIELD_NANOS; count++) {
            Thread.yield();
          }
          yields.addAndGet(count);
        });
    return (double) (System.nanoTime() - begin) * CORES / yields.get();
  }

  /** Two threads write one word in turn, without sleeping. */
  private static double transfer() throws InterruptedException {
    AtomicLong word = new AtomicLong();
    double[] batches = new double[LINE_BATCHES];
    Crew.run(
        "line",
        2,
        (self, crew) -> {
          for (int batch = 0; batch < LINE_BATCHES; batch++) {
            long begin = System.nanoTime();
            for (int i = 0; i < LINE_ROUND_TRIPS; i++) {
              awaitTurn(word, self);
              word.incrementAndGet();
            }
            if (self == 0) {
              batches[batch] = (double) (System.nanoTime() - begin) / (2 * LINE_ROUND_TRIPS);
            }
          }
        });
    return Stopwatch.low(batches);
  }

  /** Yields now and then, so that it ends on a machine that is busy with other things. */
  private static void awaitTurn(AtomicLong word, int self) {
    for (int spins = 1; word.get() % 2 != self; spins++) {
      if (spins % 10_000 == 0) {
        Thread.yield();
      }
    }
  }
}
