package klomp.lock;

import java.util.concurrent.atomic.LongAdder;
import klomp.metrics.Metrics;

/** What the table counts about requests that found the lock taken. Touches nothing otherwise. */
final class LockCounters {

  private final LongAdder waits;
  private final LongAdder waitNanos;
  private final LongAdder timeouts;
  private final LongAdder deadlocks;
  private final LongAdder cancelled;
  private final LongAdder ended = new LongAdder();

  LockCounters(Metrics metrics) {
    waits = metrics.counter("lock.waits");
    waitNanos = metrics.counter("lock.waitNanos");
    timeouts = metrics.counter("lock.timeouts");
    deadlocks = metrics.counter("lock.deadlocks");
    cancelled = metrics.counter("lock.cancelled");
    metrics.gauge("lock.waiting", this::waiting);
  }

  /** A request that was not granted at once. */
  void begun(LockRequest request) {
    if (request.timeoutNanos() <= 0) {
      timeouts.increment();
    } else if (request.outcome() == LockOutcome.DEADLOCK) {
      deadlocks.increment();
    } else {
      waits.increment();
    }
  }

  /** A request that waited and does so no more. */
  void ended(LockRequest request, long now) {
    ended.increment();
    waitNanos.add(Math.max(0, now - request.startNanos));
    switch (request.outcome()) {
      case TIMED_OUT -> timeouts.increment();
      case CANCELLED -> cancelled.increment();
      default -> {}
    }
  }

  /** A request may end before its begin is counted: then this is too small by one for a moment. */
  private long waiting() {
    return Math.max(0, waits.sum() - ended.sum());
  }
}
