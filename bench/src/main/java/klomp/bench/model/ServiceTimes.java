package klomp.bench.model;

import java.util.EnumMap;
import java.util.Map;
import klomp.api.ClogStrategy;

/**
 * What single steps take, in nanoseconds, without contention. Immutable.
 *
 * <p>The assumed ones have defaults: a socket of 32 cores, a line from another socket three times
 * as long as within one, a time slice of 3 ms; a thread stays with its core for half a millisecond
 * after it ran, and an idle core looks for one every 4 ms.
 */
final class ServiceTimes {

  private static final double SOCKET_CORES = 32;
  private static final double SOCKET_FACTOR = 3;
  private static final double TIME_SLICE_NANOS = 3_000_000;
  private static final double STAYS_HOT_NANOS = 500_000;
  private static final double TICK_NANOS = 4_000_000;

  private final double[] values;
  private final Map<ClogStrategy, Alone> alone;

  /**
   * What a strategy's calls take on one thread.
   *
   * @param hit a look-up of a resident page that is found in the first slots
   * @param set a commit of a tree of three on the newest page
   */
  record Alone(double hit, double set) {}

  private ServiceTimes(double[] values, Map<ClogStrategy, Alone> alone) {
    this.values = values;
    this.alone = alone;
  }

  /**
   * @throws IllegalArgumentException if a measured one or a strategy is missing
   */
  static ServiceTimes of(Map<Service, Double> measured, Map<ClogStrategy, Alone> alone) {
    double[] values = new double[Service.values().length];
    values[Service.SOCKET_CORES.ordinal()] = SOCKET_CORES;
    values[Service.SOCKET_FACTOR.ordinal()] = SOCKET_FACTOR;
    values[Service.TIME_SLICE.ordinal()] = TIME_SLICE_NANOS;
    values[Service.STAYS_HOT.ordinal()] = STAYS_HOT_NANOS;
    values[Service.TICK.ordinal()] = TICK_NANOS;
    for (Service service : Service.values()) {
      Double value = measured.get(service);
      if (value != null) {
        values[service.ordinal()] = value;
      } else if (service.isMeasured()) {
        throw new IllegalArgumentException(service + " is missing");
      }
    }
    if (alone.size() != ClogStrategy.values().length) {
      throw new IllegalArgumentException("a strategy is missing in " + alone.keySet());
    }
    return new ServiceTimes(values, new EnumMap<>(alone));
  }

  /** Whether a strategy looks at one slot after the other; the rest have an index. */
  static boolean scans(ClogStrategy strategy) {
    return strategy == ClogStrategy.CONTROL_LOCK || strategy == ClogStrategy.BANKED;
  }

  double get(Service service) {
    return values[service.ordinal()];
  }

  /** The same but for one value. */
  ServiceTimes with(Service service, double value) {
    double[] changed = values.clone();
    changed[service.ordinal()] = value;
    return new ServiceTimes(changed, alone);
  }

  Alone alone(ClogStrategy strategy) {
    return alone.get(strategy);
  }

  double timeSlice() {
    return get(Service.TIME_SLICE);
  }

  double contextSwitch() {
    return get(Service.CONTEXT_SWITCH);
  }

  /**
   * From an unpark until the thread runs.
   *
   * @param idleNanos how long its core has had nothing to do
   */
  double wake(double idleNanos) {
    return get(isAsleep(idleNanos) ? Service.WAKE_ASLEEP : Service.WAKE);
  }

  /** What the unpark takes of the caller. */
  double unparkIdle(double idleNanos) {
    return get(isAsleep(idleNanos) ? Service.UNPARK_ASLEEP : Service.UNPARK_IDLE);
  }

  private boolean isAsleep(double idleNanos) {
    return idleNanos >= get(Service.SLEEP_AFTER);
  }

  double unparkBusy() {
    return get(Service.UNPARK_BUSY);
  }

  double unparkRunning() {
    return get(Service.UNPARK_RUNNING);
  }

  double spins(int count) {
    return count * get(Service.SPIN);
  }

  /** The time a cache line takes from one core to another. */
  double transfer(int from, int to) {
    if (from == to) {
      return 0;
    }
    int socketCores = (int) get(Service.SOCKET_CORES);
    boolean near = from / socketCores == to / socketCores;
    return get(Service.TRANSFER) * (near ? 1 : get(Service.SOCKET_FACTOR));
  }

  /** What a commit does before and after its strategy: the checks, the cutting of the tree. */
  double outsideSet() {
    return positive(alone(ClogStrategy.DIRECT).set() - get(Service.WORD_CHANGE));
  }

  /** What a resident look-up takes beside the search, and the lock if it takes one. */
  double heldHit(ClogStrategy strategy) {
    double lock =
        switch (strategy) {
          case SINGLE_WRITER, DIRECT -> 0;
          default -> get(Service.SHARED_LOCK);
        };
    return positive(alone(strategy).hit() - lock) + get(Service.WORD_FETCH);
  }

  /** What a commit takes beside its locks and what is outside. */
  double heldSet(ClogStrategy strategy) {
    double locks =
        switch (strategy) {
          case CONTROL_LOCK, GROUP_UPDATE, BANKED -> get(Service.EXCLUSIVE_LOCK);
          case CONTENT_LOCK -> get(Service.SHARED_LOCK) + get(Service.CONTENT_LOCK);
          case NO_CONTENT_LOCK -> get(Service.SHARED_LOCK);
          case SINGLE_WRITER, DIRECT -> 0;
        };
    return positive(alone(strategy).set() - locks - outsideSet());
  }

  /** Measured times scatter, and a difference of two can come out below zero. */
  private static double positive(double nanos) {
    return Math.max(1, nanos);
  }
}
