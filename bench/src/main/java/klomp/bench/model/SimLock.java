package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A lock as the engine uses the JDK's: not fair, so a running thread overtakes one that is being
 * woken, and a shared taker one that waits to have it exclusively. Who releases it unparks the
 * first in the queue, which then tries again. What taking and giving back costs without contention
 * is the caller's to charge.
 */
final class SimLock {

  private final Cpu cpu;
  private final CacheLine line;
  private final Deque<Waiter> queue = new ArrayDeque<>();
  private boolean exclusive;
  private int shared;
  private long contended;

  private static final class Waiter {
    final SimThread thread;
    final boolean shared;
    final Runnable then;
    boolean signalled;

    Waiter(SimThread thread, boolean shared, Runnable then) {
      this.thread = thread;
      this.shared = shared;
      this.then = then;
    }
  }

  /** Threads that wait for something under the lock, which they have given up meanwhile. */
  static final class Condition {
    private final List<Waiter> waiters = new ArrayList<>();
  }

  SimLock(Cpu cpu) {
    this.cpu = cpu;
    this.line = new CacheLine(cpu.events(), cpu.times());
  }

  /** How often it was not free. */
  long contended() {
    return contended;
  }

  boolean tryExclusive(SimThread thread) {
    thread.owe(line.write(thread.core));
    if (exclusive || shared > 0) {
      return false;
    }
    exclusive = true;
    return true;
  }

  void lockExclusive(SimThread thread, Runnable then) {
    if (tryExclusive(thread)) {
      then.run();
    } else {
      enqueue(new Waiter(thread, false, then));
    }
  }

  void lockShared(SimThread thread, Runnable then) {
    thread.owe(line.write(thread.core));
    if (exclusive) {
      enqueue(new Waiter(thread, true, then));
    } else {
      shared++;
      then.run();
    }
  }

  void unlockExclusive(SimThread thread) {
    assert exclusive;
    thread.owe(line.write(thread.core));
    exclusive = false;
    signalFirst(thread);
  }

  void unlockShared(SimThread thread) {
    assert shared > 0;
    thread.owe(line.write(thread.core));
    if (--shared == 0) {
      signalFirst(thread);
    }
  }

  /** Gives the exclusive lock up, and has it again when {@code then} runs. */
  void await(SimThread thread, Condition condition, Runnable then) {
    Waiter waiter = new Waiter(thread, false, then);
    condition.waiters.add(waiter);
    unlockExclusive(thread);
    cpu.park(thread, () -> retry(waiter));
  }

  /** Exclusive lock held: the waiters queue for it. */
  void signalAll(Condition condition) {
    assert exclusive;
    queue.addAll(condition.waiters);
    condition.waiters.clear();
  }

  private void enqueue(Waiter waiter) {
    contended++;
    queue.add(waiter);
    cpu.park(waiter.thread, () -> retry(waiter));
  }

  private void retry(Waiter waiter) {
    SimThread thread = waiter.thread;
    if (queue.peek() != waiter) {
      // Woken by a permit that was left for something else.
      cpu.park(thread, () -> retry(waiter));
      return;
    }
    thread.owe(line.write(thread.core));
    if (exclusive || !waiter.shared && shared > 0) {
      // Overtaken; whoever did it signals again.
      waiter.signalled = false;
      cpu.park(thread, () -> retry(waiter));
      return;
    }
    queue.remove();
    if (waiter.shared) {
      shared++;
      Waiter next = queue.peek();
      if (next != null && next.shared) {
        signal(next, thread);
      }
    } else {
      exclusive = true;
    }
    waiter.then.run();
  }

  private void signalFirst(SimThread by) {
    Waiter first = queue.peek();
    if (first != null) {
      signal(first, by);
    }
  }

  private void signal(Waiter waiter, SimThread by) {
    if (!waiter.signalled) {
      waiter.signalled = true;
      cpu.unpark(by, waiter.thread);
    }
  }
}
