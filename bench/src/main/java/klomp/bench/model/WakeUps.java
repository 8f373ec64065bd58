package klomp.bench.model;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what it takes to wake a thread whose core has had nothing to do for some time. The
 * longer it had not, the deeper it sleeps, above all on a virtual machine, which gives the core
 * back.
 */
final class WakeUps {

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int WAKES = 150;
  private static final double SHORT_NANOS = 20_000;
  private static final double LONG_NANOS = 2_000_000;

  /** Where waking takes no longer however long a core was idle. */
  private static final double NEVER = 1e12;

  private record Wake(double call, double latency) {}

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
    after(SHORT_NANOS);
    Wake soon = after(SHORT_NANOS);
    Wake late = after(LONG_NANOS);
    times.put(Service.UNPARK_IDLE, soon.call());
    times.put(Service.WAKE, soon.latency());
    times.put(Service.UNPARK_ASLEEP, Math.max(soon.call(), late.call()));
    times.put(Service.WAKE_ASLEEP, Math.max(soon.latency(), late.latency()));
    double between = (soon.latency() + late.latency()) / 2;
    double idle = 2 * SHORT_NANOS;
    while (idle < LONG_NANOS && after(idle).latency() < between) {
      idle *= 1.5;
    }
    times.put(Service.SLEEP_AFTER, CORES > 1 && idle < LONG_NANOS ? idle : NEVER);
  }

  private static Wake after(double idleNanos) throws InterruptedException {
    Sleeper sleeper = new Sleeper();
    sleeper.start();
    double[] calls = new double[WAKES];
    double[] latencies = new double[WAKES];
    for (int i = 0; i < WAKES; i++) {
      while (sleeper.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      for (long begin = System.nanoTime(); System.nanoTime() - begin < idleNanos; ) {
        Thread.onSpinWait();
      }
      int number = i + 1;
      sleeper.asked = number;
      long begin = System.nanoTime();
      LockSupport.unpark(sleeper);
      calls[i] = System.nanoTime() - begin;
      while (sleeper.woken != number) {
        Thread.onSpinWait();
      }
      latencies[i] = sleeper.at - begin;
    }
    sleeper.end();
    return new Wake(Stopwatch.middle(calls), Stopwatch.middle(latencies));
  }
}
