package klomp.lock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import klomp.host.Host;

/**
 * Expires requests at their deadlines, on one thread that starts with the first request and sleeps
 * to the earliest deadline, or until there is one.
 *
 * <p>Its latch guards everything in it and the {@code armed} and {@code timerTicket} of requests.
 * It is the lowest of the ranking: no other latch is taken under it, and it is taken under none.
 */
final class LockTimer {

  /** Beyond this a request has no deadline: about 146 years. Keeps differences from overflowing. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  // Deadlines are points of a clock that may be anywhere, so only differences count.
  private static final Comparator<LockRequest> EARLIEST =
      (a, b) -> {
        long difference = deadline(a) - deadline(b);
        return difference != 0
            ? Long.signum(difference)
            : Long.compare(a.timerTicket, b.timerTicket);
      };

  private final Host host;
  private final Consumer<LockRequest> expire;
  private final ReentrantLock latch = new ReentrantLock();
  private final Condition changed = latch.newCondition();
  private final TreeSet<LockRequest> armed = new TreeSet<>(EARLIEST);
  private long tickets;
  private Thread thread;
  private boolean closed;

  /**
   * @param expire settles a request whose deadline is over, if it still waits
   */
  LockTimer(Host host, Consumer<LockRequest> expire) {
    this.host = host;
    this.expire = expire;
  }

  private static long deadline(LockRequest request) {
    return request.startNanos + request.timeoutNanos();
  }

  /**
   * Has the request expire at its deadline. One that is settled by now is left out: its {@link
   * #disarm} may have come already. One that is settled later is seen by its disarm.
   */
  void arm(LockRequest request) {
    if (request.timeoutNanos() >= NEVER_NANOS) {
      return;
    }
    latch.lock();
    try {
      if (closed || request.isDone()) {
        return;
      }
      if (thread == null) {
        thread = host.thread("klomp-lock-timer", this::run);
        thread.start();
      }
      request.timerTicket = ++tickets;
      request.armed = true;
      armed.add(request);
      if (armed.first() == request) {
        changed.signal();
      }
    } finally {
      latch.unlock();
    }
  }

  /** Forgets a settled request. */
  void disarm(LockRequest request) {
    latch.lock();
    try {
      if (request.armed) {
        armed.remove(request);
        request.armed = false;
      }
    } finally {
      latch.unlock();
    }
  }

  /** How many requests have a deadline to come. */
  int size() {
    latch.lock();
    try {
      return armed.size();
    } finally {
      latch.unlock();
    }
  }

  /** Ends the thread and waits for it, unless this is it. Nothing expires after. */
  void close() {
    Thread ending;
    latch.lock();
    try {
      closed = true;
      changed.signal();
      ending = thread;
    } finally {
      latch.unlock();
    }
    if (ending == null || ending == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    while (ending.isAlive()) {
      try {
        ending.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    List<LockRequest> due = new ArrayList<>();
    while (awaitDue(due)) {
      due.forEach(expire);
      due.clear();
    }
  }

  /** Fills {@code due} with requests to expire; false when the timer is closed. */
  private boolean awaitDue(List<LockRequest> due) {
    latch.lock();
    try {
      while (!closed) {
        long now = host.nanoTime();
        while (!armed.isEmpty() && deadline(armed.first()) - now <= 0) {
          LockRequest request = armed.pollFirst();
          request.armed = false;
          due.add(request);
        }
        if (!due.isEmpty()) {
          return true;
        }
        sleep(now);
      }
      return false;
    } finally {
      latch.unlock();
    }
  }

  private void sleep(long now) {
    if (armed.isEmpty()) {
      changed.awaitUninterruptibly();
      return;
    }
    try {
      changed.awaitNanos(deadline(armed.first()) - now);
    } catch (InterruptedException e) {
      // The thread is the table's alone and ends by close: an interrupt only wakes it early.
    }
  }
}
