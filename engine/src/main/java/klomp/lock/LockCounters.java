package klomp.lock;

import java.util.concurrent.atomic.LongAdder;
import klomp.metrics.Metrics;
import klomp.metrics.WaitEvent;

/** What the table counts about requests that found the lock taken. Touches nothing otherwise. */
final class LockCounters {

  private final WaitEvent wait;
  private final LongAdder timeouts;
  private final LongAdder deadlocks;
  private final LongAdder cancelled;

  LockCounters(Metrics metrics) {
    wait = metrics.waitEvent("lock.key");
    timeouts = metrics.counter("lock.timeouts");
    deadlocks = metrics.counter("lock.deadlocks");
    cancelled = metrics.counter("lock.cancelled");
  }

  /** A request that was not granted at once. */
  void begun(LockRequest request) {
    if (request.timeoutNanos() <= 0) {
      timeouts.increment();
    } else if (request.outcome() == LockOutcome.DEADLOCK) {
      deadlocks.increment();
    } else {
      wait.begin();
    }
  }

  /** A request that waited and does so no more. */
  void ended(LockRequest request, long now) {
    wait.end(Math.max(0, now - request.startNanos));
    switch (request.outcome()) {
      case TIMED_OUT -> timeouts.increment();
      case CANCELLED -> cancelled.increment();
      default -> {}
    }
  }
}
