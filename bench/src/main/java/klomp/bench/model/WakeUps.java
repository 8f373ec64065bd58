package klomp.bench.model;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what it takes to wake a thread whose core has had nothing to do for some time. The
 * longer it had not, the deeper it sleeps, above all on a virtual machine, which gives the core
 * back.
 */
final class WakeUps {

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int WAKES = 100;
  private static final int SETTLING = 30;
  private static final int MOST_TRIES = 1_000;
  private static final int LEAST = 10;
  private static final double SHORT_NANOS = 20_000;
  private static final double LONG_NANOS = 2_000_000;

  /** Where waking takes no longer however long a core was idle. */
  private static final double NEVER = 1e12;

  private record Wake(double call, double latency) {}

  /** Where no thread was ever woken on another core. */
  private static final Wake UNKNOWN = new Wake(2_000, 5_000);

  /** A thread that notes when it was woken. */
  private static final class Sleeper extends Thread {
    private volatile int asked;
    private volatile int woken;
    private volatile long at;
    private volatile boolean ended;

    Sleeper() {
      super("sleeper");
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!ended) {
        LockSupport.park();
        if (asked != woken) {
          at = System.nanoTime();
          woken = asked;
        }
      }
    }

    void end() throws InterruptedException {
      ended = true;
      LockSupport.unpark(this);
      join();
    }
  }

  private WakeUps() {}

  static void measure(Map<Service, Double> times) throws InterruptedException {
    // Many times: how long a core polls before it sleeps grows with what it has seen lately.
    for (int i = 0; i < SETTLING; i++) {
      after(SHORT_NANOS, UNKNOWN);
    }
    Wake soon = after(SHORT_NANOS, UNKNOWN);
    Wake late = after(LONG_NANOS, soon);
    times.put(Service.UNPARK_IDLE, soon.call());
    times.put(Service.WAKE, soon.latency());
    times.put(Service.UNPARK_ASLEEP, Math.max(soon.call(), late.call()));
    times.put(Service.WAKE_ASLEEP, Math.max(soon.latency(), late.latency()));
    double between = (soon.latency() + late.latency()) / 2;
    double idle = 2 * SHORT_NANOS;
    while (idle < LONG_NANOS && after(idle, soon).latency() < between) {
      idle *= 1.5;
    }
    times.put(Service.SLEEP_AFTER, CORES > 1 && idle < LONG_NANOS ? idle : NEVER);
  }

  private static Wake after(double idleNanos, Wake otherwise) throws InterruptedException {
    Sleeper sleeper = new Sleeper();
    sleeper.start();
    double[] calls = new double[WAKES];
    double[] latencies = new double[WAKES];
    int counted = 0;
    for (int number = 1; counted < WAKES && number <= MOST_TRIES; number++) {
      while (sleeper.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      for (long begin = System.nanoTime(); System.nanoTime() - begin < idleNanos; ) {
        Thread.onSpinWait();
      }
      sleeper.asked = number;
      long begin = System.nanoTime();
      LockSupport.unpark(sleeper);
      long called = System.nanoTime();
      while (sleeper.woken != number) {
        Thread.onSpinWait();
      }
      // On another core: on its own it would have to run before this one goes on.
      if (sleeper.at > called) {
        calls[counted] = called - begin;
        latencies[counted++] = sleeper.at - begin;
      }
    }
    sleeper.end();
    return counted < LEAST
        ? otherwise
        : new Wake(
            Stopwatch.middle(Arrays.copyOf(calls, counted)),
            Stopwatch.middle(Arrays.copyOf(latencies, counted)));
  }
}
