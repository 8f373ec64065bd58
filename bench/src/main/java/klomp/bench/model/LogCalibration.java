package klomp.bench.model;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;
import klomp.api.ClogStrategy;
import klomp.bench.micro.HistoryLog;
import klomp.bench.micro.LogClient;
import klomp.clog.CommitLog;
import klomp.clog.strategy.CommitLogs;

/**
 * Measures what a commit log does on one thread, and the locks and atomic operations it is made of.
 */
final class LogCalibration {

  /** The first one lets the compiler see all there is; of the others the lowest counts. */
  private static final int ROUNDS = 3;

  private static final int LITTLE_POOL = 16;
  private static final int SMALL_POOL = 32;
  private static final int SEARCHED_POOL = 1024;
  private static final int LARGE_POOL = 2048;
  private static final int HISTORY_PAGES = 256;

  /** Where a page of {@link LogClient#lookUpNewest} is found, on the mean, of 8. */
  private static final double MEAN_SEARCH = 4.5;

  private static final int NEAR = 1;
  private static final int FAR = SEARCHED_POOL - 2;

  /** What is measured; the service times follow from it. */
  private enum Call {
    HIT,
    SET,
    HIT_NEAR,
    HIT_FAR,
    HIT_HISTORY,
    MISS_SMALL,
    MISS_LARGE
  }

  private record Measured(Call call, ClogStrategy strategy) {}

  private final Map<Measured, Double> calls = new HashMap<>();

  /** So that what is looked up is not left out as dead code. */
  private volatile long sink;

  private LogCalibration() {}

  /** Adds the times to {@code times}; returns those of each strategy. */
  static Map<ClogStrategy, ServiceTimes.Alone> measure(Map<Service, Double> times) {
    LogCalibration calibration = new LogCalibration();
    calibration.primitives(times);
    for (int round = 0; round < ROUNDS; round++) {
      if (round == 1) {
        calibration.calls.clear();
      }
      for (ClogStrategy strategy : ClogStrategy.values()) {
        calibration.alone(strategy);
      }
      calibration.search();
      calibration.fetch();
      calibration.miss(Call.MISS_SMALL, SMALL_POOL);
      calibration.miss(Call.MISS_LARGE, LARGE_POOL);
    }
    return calibration.derive(times);
  }

  private void primitives(Map<Service, Double> times) {
    ReentrantReadWriteLock control = new ReentrantReadWriteLock();
    times.put(Service.SHARED_LOCK, pair(control.readLock()));
    times.put(Service.EXCLUSIVE_LOCK, pair(control.writeLock()));
    times.put(Service.CONTENT_LOCK, pair(new ReentrantLock()));
    AtomicLong word = new AtomicLong();
    times.put(
        Service.WORD_CHANGE,
        Stopwatch.nanos(
            count -> {
              for (int i = 0; i < count; i++) {
                long old = word.get();
                word.compareAndSet(old, old + 1);
              }
            }));
    times.put(
        Service.TAKE_XIDS,
        Stopwatch.nanos(
            count -> {
              for (int i = 0; i < count; i++) {
                word.getAndAdd(Workload.TREE);
              }
            }));
    SplittableRandom random = new SplittableRandom(1);
    times.put(
        Service.DRAW,
        Stopwatch.nanos(
            count -> {
              long sum = 0;
              for (int i = 0; i < count; i++) {
                sum += random.nextLong(1 << 23);
              }
              sink = sum;
            }));
    times.put(
        Service.SPIN,
        Stopwatch.nanos(
            count -> {
              for (int i = 0; i < count; i++) {
                Thread.onSpinWait();
              }
            }));
  }

  private static double pair(Lock lock) {
    return Stopwatch.nanos(
        count -> {
          for (int i = 0; i < count; i++) {
            lock.lock();
            lock.unlock();
          }
        });
  }

  private void alone(ClogStrategy strategy) {
    try (HistoryLog history = open(strategy, LITTLE_POOL, LITTLE_POOL)) {
      LogClient client = new LogClient(history, 0);
      keep(Call.HIT, strategy, nanos(client::lookUpNewest));
      double set =
          Stopwatch.nanos(
              count -> {
                for (int i = 0; i < count; i++) {
                  client.set();
                }
              });
      keep(Call.SET, strategy, set);
    }
  }

  /** Pages that are looked up in order are in the slots in that order. */
  private void search() {
    try (HistoryLog history = open(ClogStrategy.CONTROL_LOCK, SEARCHED_POOL, SEARCHED_POOL)) {
      CommitLog log = history.log();
      for (int page = 0; page < SEARCHED_POOL; page++) {
        log.status(xidOn(page));
      }
      keep(Call.HIT_NEAR, ClogStrategy.CONTROL_LOCK, nanos(() -> log.status(xidOn(NEAR))));
      keep(Call.HIT_FAR, ClogStrategy.CONTROL_LOCK, nanos(() -> log.status(xidOn(FAR))));
    }
  }

  private static long xidOn(int page) {
    return (long) page * Workload.XIDS_PER_PAGE + 1;
  }

  /** The newest pages are in the core's own caches; those of a long history are not. */
  private void fetch() {
    try (HistoryLog history = open(ClogStrategy.DIRECT, LITTLE_POOL, HISTORY_PAGES)) {
      LogClient client = new LogClient(history, 0);
      keep(Call.HIT_HISTORY, ClogStrategy.DIRECT, nanos(client::lookUpHistory));
    }
  }

  private void miss(Call call, int buffers) {
    try (HistoryLog history = open(ClogStrategy.CONTROL_LOCK, buffers, 4 * buffers)) {
      LogClient client = new LogClient(history, 0);
      keep(call, ClogStrategy.CONTROL_LOCK, nanos(client::walkBack));
    }
  }

  private void keep(Call call, ClogStrategy strategy, double nanos) {
    calls.merge(new Measured(call, strategy), nanos, Math::min);
  }

  private double call(Call call, ClogStrategy strategy) {
    return calls.get(new Measured(call, strategy));
  }

  private double nanos(IntSupplier lookUp) {
    return Stopwatch.nanos(
        count -> {
          long sum = 0;
          for (int i = 0; i < count; i++) {
            sum += lookUp.getAsInt();
          }
          sink = sum;
        });
  }

  private Map<ClogStrategy, ServiceTimes.Alone> derive(Map<Service, Double> times) {
    ClogStrategy control = ClogStrategy.CONTROL_LOCK;
    ClogStrategy direct = ClogStrategy.DIRECT;
    double slot = (call(Call.HIT_FAR, control) - call(Call.HIT_NEAR, control)) / (FAR - NEAR);
    times.put(Service.SLOT_SEARCH, Math.max(0, slot));
    double fetch = call(Call.HIT_HISTORY, direct) - call(Call.HIT, direct);
    times.put(Service.WORD_FETCH, Math.max(0, fetch));
    Map<ClogStrategy, ServiceTimes.Alone> alone = new EnumMap<>(ClogStrategy.class);
    for (ClogStrategy strategy : ClogStrategy.values()) {
      double search = strategy == direct ? 0 : MEAN_SEARCH * times.get(Service.SLOT_SEARCH);
      double hit = call(Call.HIT, strategy) - times.get(Service.DRAW) - search;
      double set = call(Call.SET, strategy) - times.get(Service.TAKE_XIDS);
      alone.put(strategy, new ServiceTimes.Alone(Math.max(1, hit), Math.max(1, set)));
    }
    // What a miss takes beside the locks and the search, by pools of two sizes.
    double held = alone.get(control).hit() - times.get(Service.SHARED_LOCK);
    double locks =
        times.get(Service.SHARED_LOCK) + 2 * times.get(Service.EXCLUSIVE_LOCK) + 2 * held;
    double small = call(Call.MISS_SMALL, control) - locks - searches(times, SMALL_POOL);
    double large = call(Call.MISS_LARGE, control) - locks - searches(times, LARGE_POOL);
    double victim = Math.max(0, (large - small) / (LARGE_POOL - SMALL_POOL));
    times.put(Service.VICTIM_SEARCH, victim);
    times.put(Service.PAGE_READ, Math.max(1, small - SMALL_POOL * victim));
    return alone;
  }

  private static double searches(Map<Service, Double> times, int buffers) {
    return 2 * buffers * times.get(Service.SLOT_SEARCH);
  }

  private static HistoryLog open(ClogStrategy strategy, int buffers, int pages) {
    return HistoryLog.open(new CommitLogs.Settings(strategy, buffers), pages);
  }
}
