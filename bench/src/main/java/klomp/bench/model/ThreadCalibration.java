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
  private static final int WAKE_BATCHES = 2_000;
  private static final int WAKE_ROUND_TRIPS = 5;
  private static final int BUSY_BATCHES = 10;
  private static final int BUSY_ROUND_TRIPS = 500;

  /** Short, so that many fall into times when both threads run, also on a busy machine. */
  private static final int LINE_ROUND_TRIPS = 10;

  private static final int LINE_BATCHES = 20_000;
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
    times.put(Service.WAKE, Math.max(call, oneWayNanos()));
  }

  private void switching() throws InterruptedException {
    double contextSwitch = yieldNanos();
    times.put(Service.CONTEXT_SWITCH, contextSwitch);
    times.put(
        Service.UNPARK_BUSY,
        Math.max(times.get(Service.UNPARK_RUNNING), busyNanos() - contextSwitch));
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

  /** From one thread's unpark to the next one's, of a pair that takes turns. */
  private static double oneWayNanos() throws InterruptedException {
    double[] batches = new double[WAKE_BATCHES];
    Turns turns = new Turns();
    Crew.run(
        "pair",
        2,
        (index, crew) -> {
          turns.meet(index);
          for (int batch = 0; batch < WAKE_BATCHES; batch++) {
            long begin = System.nanoTime();
            turns.play(index, WAKE_ROUND_TRIPS);
            if (index == 0) {
              batches[batch] = (double) (System.nanoTime() - begin) / (2 * WAKE_ROUND_TRIPS);
            }
          }
        });
    return Stopwatch.low(batches);
  }

  /** What a wake-up takes of a core where all cores are busy with such pairs. */
  private static double busyNanos() throws InterruptedException {
    double[] batches = new double[BUSY_BATCHES];
    int pairs = 4 * CORES;
    for (int i = 0; i < batches.length; i++) {
      List<Turns> turns = new ArrayList<>();
      for (int pair = 0; pair < pairs; pair++) {
        turns.add(new Turns());
      }
      long begin = System.nanoTime();
      Crew.run(
          "pair",
          2 * pairs,
          (index, crew) -> {
            turns.get(index / 2).meet(index % 2);
            turns.get(index / 2).play(index % 2, BUSY_ROUND_TRIPS);
          });
      double wakes = 2.0 * BUSY_ROUND_TRIPS * pairs;
      batches[i] = (System.nanoTime() - begin) * CORES / wakes;
    }
    return Stopwatch.low(batches);
  }

  /** Whose turn it is of two threads that park meanwhile. */
  private static final class Turns {
    private final Thread[] players = new Thread[2];
    private final AtomicLong turn = new AtomicLong(-2);

    void meet(int self) {
      synchronized (this) {
        players[self] = Thread.currentThread();
      }
      turn.incrementAndGet();
      while (turn.get() < 0) {
        Thread.yield();
      }
    }

    void play(int self, int rounds) {
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
