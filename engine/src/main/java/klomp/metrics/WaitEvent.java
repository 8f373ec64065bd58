package klomp.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * Something that threads wait for, in the manner of PostgreSQL's wait events: how many waits there
 * were, how long they took, and how many go on at this instant. Costs nothing to those who need not
 * wait.
 *
 * <p>Made by {@link Metrics#waitEvent}. Safe for use by any number of threads.
 */
public final class WaitEvent {

  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  WaitEvent() {}

  /** A wait begins. */
  public void begin() {
    begun.increment();
  }

  /** A wait that was begun has ended, after that time. */
  public void end(long waitedNanos) {
    nanos.add(waitedNanos);
    ended.increment();
  }

  /** Waits that have ended. */
  public long count() {
    return ended.sum();
  }

  /** The time of the waits that have ended. */
  public long nanos() {
    return nanos.sum();
  }

  /** Waits that go on; where another thread ends them, too small by one for a moment. */
  long now() {
    // In this order, so that one that begins and ends in between does not count below zero.
    long over = ended.sum();
    return Math.max(0, begun.sum() - over);
  }
}
