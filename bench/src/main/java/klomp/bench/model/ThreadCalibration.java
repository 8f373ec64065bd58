package klomp.bench.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import klomp.bench.measure.Crew;

/** Measures what threads do to each other: waking, switching, fetching a cache line. */
final class ThreadCalibration {

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int BUSY_BATCHES = 10;
  private static final int BUSY_ROUND_TRIPS = 500;

  private static final int LINE_ADDITIONS = 200;
  private static final int LINE_WORK = 200;
  private static final int LINE_WORDS = 32;
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
    WakeUps.measure(times);
  }

  private void switching() throws InterruptedException {
    times.put(
        Service.YIELD,
        Stopwatch.nanos(
            count -> {
              for (int i = 0; i < count; i++) {
                Thread.yield();
              }
            }));
    double contextSwitch = yieldNanos();
    times.put(Service.CONTEXT_SWITCH, contextSwitch);
    times.put(
        Service.UNPARK_BUSY,
        Math.max(times.get(Service.UNPARK_RUNNING), busyNanos() - contextSwitch));
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

  /**
   * What an atomic addition takes longer if another core does the same beside; with a little work
   * in between, as without any a core does several before the other gets the line.
   */
  private static double transfer() throws InterruptedException {
    return Math.max(1, additions(true) - additions(false));
  }

  private static double additions(boolean together) throws InterruptedException {
    AtomicLongArray words = new AtomicLongArray(3 * LINE_WORDS);
    long[] drawn = new long[3 * LINE_WORDS];
    return Beside.nanos(
        (self, times) -> {
          int word = LINE_WORDS * (together ? 1 : 1 + self);
          long random = drawn[LINE_WORDS * (1 + self)] | 1;
          for (int i = 0; i < times; i++) {
            for (int work = 0; work < LINE_WORK; work++) {
              random ^= random << 13;
              random ^= random >>> 7;
              random ^= random << 17;
            }
            words.getAndAdd(word, random & 1);
          }
          drawn[LINE_WORDS * (1 + self)] = random;
        },
        LINE_ADDITIONS,
        together ? TRANSFER_ON_ONE_CORE : 0);
  }
}
