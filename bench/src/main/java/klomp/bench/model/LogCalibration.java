package klomp.bench.model;

import java.util.EnumMap;
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

  private static final int ROUNDS = 3;
  private static final int LITTLE_POOL = 16;
  private static final int SMALL_POOL = 32;
  private static final int LARGE_POOL = 1024;
  private static final int LARGEST_POOL = 2048;
  private static final int HISTORY_PAGES = 256;

  /** Where a page of {@link LogClient#lookUpNewest} is found, on the mean, of 8. */
  private static final double MEAN_SEARCH = 4.5;

  private final Map<Service, Double> times;
  private final Map<ClogStrategy, ServiceTimes.Alone> alone = new EnumMap<>(ClogStrategy.class);

  /** So that what is looked up is not left out as dead code. */
  private volatile long sink;

  private LogCalibration(Map<Service, Double> times) {
    this.times = times;
  }

  /** Adds the times to {@code times}; returns those of each strategy. */
  static Map<ClogStrategy, ServiceTimes.Alone> measure(Map<Service, Double> times) {
    LogCalibration calibration = new LogCalibration(times);
    calibration.primitives();
    calibration.search();
    // The first round lets the compiler see all strategies; of the others the better one counts.
    for (int round = 0; round < ROUNDS; round++) {
      if (round == 1) {
        calibration.alone.clear();
      }
      for (ClogStrategy strategy : ClogStrategy.values()) {
        calibration.alone.merge(strategy, calibration.alone(strategy), LogCalibration::better);
      }
    }
    calibration.fetch();
    calibration.misses();
    return calibration.alone;
  }

  private void primitives() {
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

  /** Pages that are looked up in order are in the slots in that order. */
  private void search() {
    try (HistoryLog history = open(ClogStrategy.CONTROL_LOCK, LARGE_POOL, LARGE_POOL)) {
      CommitLog log = history.log();
      for (int page = 0; page < LARGE_POOL; page++) {
        log.status(xidOn(page));
      }
      int near = 1;
      int far = LARGE_POOL - 2;
      double difference = lookUp(log, far) - lookUp(log, near);
      times.put(Service.SLOT_SEARCH, Math.max(0, difference / (far - near)));
    }
  }

  private double lookUp(CommitLog log, int page) {
    long xid = xidOn(page);
    return Stopwatch.nanos(
        count -> {
          long sum = 0;
          for (int i = 0; i < count; i++) {
            sum += log.status(xid);
          }
          sink = sum;
        });
  }

  private static long xidOn(int page) {
    return (long) page * Workload.XIDS_PER_PAGE + 1;
  }

  private static ServiceTimes.Alone better(ServiceTimes.Alone one, ServiceTimes.Alone other) {
    return new ServiceTimes.Alone(
        Math.min(one.hit(), other.hit()), Math.min(one.set(), other.set()));
  }

  private ServiceTimes.Alone alone(ClogStrategy strategy) {
    try (HistoryLog history = open(strategy, LITTLE_POOL, LITTLE_POOL)) {
      LogClient client = new LogClient(history, 0);
      double hit = nanos(client::lookUpNewest);
      double set =
          Stopwatch.nanos(
              count -> {
                for (int i = 0; i < count; i++) {
                  client.set();
                }
              });
      boolean searches = strategy != ClogStrategy.DIRECT;
      double search = searches ? MEAN_SEARCH * times.get(Service.SLOT_SEARCH) : 0;
      return new ServiceTimes.Alone(
          Math.max(1, hit - times.get(Service.DRAW) - search),
          Math.max(1, set - times.get(Service.TAKE_XIDS)));
    }
  }

  /** The newest pages are in the core's own caches; those of a long history are not. */
  private void fetch() {
    try (HistoryLog history = open(ClogStrategy.DIRECT, LITTLE_POOL, HISTORY_PAGES)) {
      LogClient client = new LogClient(history, 0);
      double newest = nanos(client::lookUpNewest);
      times.put(Service.WORD_FETCH, Math.max(0, nanos(client::lookUpHistory) - newest));
    }
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

  /** What a miss takes beside the locks and the search, by pools of two sizes. */
  private void misses() {
    double small = miss(SMALL_POOL) - known(SMALL_POOL);
    double large = miss(LARGEST_POOL) - known(LARGEST_POOL);
    double victim = Math.max(0, (large - small) / (LARGEST_POOL - SMALL_POOL));
    times.put(Service.VICTIM_SEARCH, victim);
    times.put(Service.PAGE_READ, Math.max(1, small - SMALL_POOL * victim));
  }

  private double miss(int buffers) {
    try (HistoryLog history = open(ClogStrategy.CONTROL_LOCK, buffers, 4 * buffers)) {
      LogClient client = new LogClient(history, 0);
      return nanos(client::walkBack);
    }
  }

  /** The parts of a miss that are measured by themselves. */
  private double known(int buffers) {
    double shared = times.get(Service.SHARED_LOCK);
    double held = alone.get(ClogStrategy.CONTROL_LOCK).hit() - shared;
    return shared
        + 2 * held
        + 2 * times.get(Service.EXCLUSIVE_LOCK)
        + 2 * buffers * times.get(Service.SLOT_SEARCH);
  }

  private static HistoryLog open(ClogStrategy strategy, int buffers, int pages) {
    return HistoryLog.open(new CommitLogs.Settings(strategy, buffers), pages);
  }
}
