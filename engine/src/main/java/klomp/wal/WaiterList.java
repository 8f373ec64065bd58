package klomp.wal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import klomp.api.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who waits for the log. Any thread adds, without a lock; one thread (the writer) collects what was
 * added and settles it.
 */
final class WaiterList {

  private static final Logger LOG = LoggerFactory.getLogger(WaiterList.class);
  private static final Waiter CLOSED = new Waiter.Closed();

  /** Those added since the last collection, newest first. */
  private final AtomicReference<Waiter> added = new AtomicReference<>();

  /** Collected and not settled; the writer's own. */
  private Waiter collected;

  /**
   * Adds one.
   *
   * @return false if the list takes no more
   */
  boolean add(Waiter waiter) {
    Waiter head;
    do {
      head = added.get();
      if (head == CLOSED) {
        return false;
      }
      waiter.next = head;
    } while (!added.compareAndSet(head, waiter));
    return true;
  }

  boolean hasAdded() {
    return added.get() != null;
  }

  boolean hasCollected() {
    return collected != null;
  }

  void collect() {
    collect(null);
  }

  private void collect(Waiter mark) {
    Waiter waiter = added.getAndSet(mark);
    while (waiter != null) {
      Waiter next = waiter.next;
      waiter.next = collected;
      collected = waiter;
      waiter = next;
    }
  }

  /** Whether a collected one waits for something below {@code position}. */
  boolean wants(long position) {
    for (Waiter waiter = collected; waiter != null; waiter = waiter.next) {
      if (waiter.lsn < position) {
        return true;
      }
    }
    return false;
  }

  /** Settles those that wait for something below {@code durable}. */
  void release(long durable) {
    Waiter kept = null;
    Waiter waiter = collected;
    while (waiter != null) {
      Waiter next = waiter.next;
      if (waiter.lsn < durable) {
        settle(waiter, null);
      } else {
        waiter.next = kept;
        kept = waiter;
      }
      waiter = next;
    }
    collected = kept;
  }

  /** Settles all that were collected, each with a failure of its own. */
  void fail(Function<Waiter, StoreException> failure) {
    Waiter waiter = collected;
    collected = null;
    while (waiter != null) {
      Waiter next = waiter.next;
      settle(waiter, failure.apply(waiter));
      waiter = next;
    }
  }

  /** Takes no more, and collects what is there. */
  void close() {
    collect(CLOSED);
  }

  private static void settle(Waiter waiter, StoreException failure) {
    try {
      waiter.complete(failure);
    } catch (RuntimeException | Error e) {
      // The others must be settled all the same, and the log itself is sound.
      LOG.error("a durability listener threw", e);
    }
  }
}
