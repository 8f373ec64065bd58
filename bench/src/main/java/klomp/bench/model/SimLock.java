package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A lock as the engine uses the JDK's: not fair, so a running thread overtakes one that is being
 * woken, and a shared taker one that waits to have it exclusively. Who finds it taken looks a few
 * times more, on its core, before it queues and parks. Who releases it unparks the first in the
 * queue, which then tries again, and looks longer each time that it was overtaken. What taking and
 * giving back costs without contention is the caller's to charge.
 */
final class SimLock {

  /** How many looks a woken thread takes at most, as the JDK's. */
  private static final int MOST_LOOKS_WOKEN = 127;

  private final Cpu cpu;
  private final int looks;
  private final CacheLine line;
  private final List<Waiter> spinning = new ArrayList<>();
  private final Deque<Waiter> queue = new ArrayDeque<>();
  private boolean exclusive;
  private int shared;
  private long contended;

  private static final class Waiter {
    final SimThread thread;
    final boolean shared;
    final Runnable then;
    boolean signalled;
    int looksWoken;

    /** What it does if it has looked often enough; null if it does not spin. */
    Runnable giveUp;

    boolean queued;

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

  /**
   * @param looks before parking
   */
  SimLock(Cpu cpu, int looks) {
    this.cpu = cpu;
    this.looks = looks;
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
      await(new Waiter(thread, false, then));
    }
  }

  void lockShared(SimThread thread, Runnable then) {
    thread.owe(line.write(thread.core));
    if (exclusive) {
      await(new Waiter(thread, true, then));
    } else {
      shared++;
      then.run();
    }
  }

  /** It is held until the thread has its line, and has paid what it owes. */
  void unlockExclusive(SimThread thread, Runnable then) {
    assert exclusive;
    cpu.compute(
        thread,
        line.write(thread.core),
        () -> {
          exclusive = false;
          letLook();
          signalFirst(thread);
          then.run();
        });
  }

  void unlockShared(SimThread thread, Runnable then) {
    assert shared > 0;
    cpu.compute(
        thread,
        line.write(thread.core),
        () -> {
          if (--shared == 0) {
            letLook();
            signalFirst(thread);
          }
          then.run();
        });
  }

  /** Gives the exclusive lock up, and has it again when {@code then} runs. */
  void await(SimThread thread, Condition condition, Runnable then) {
    Waiter waiter = new Waiter(thread, false, then);
    condition.waiters.add(waiter);
    unlockExclusive(thread, () -> cpu.park(thread, () -> retry(waiter)));
  }

  /** Exclusive lock held: the waiters queue for it. */
  void signalAll(Condition condition) {
    assert exclusive;
    queue.addAll(condition.waiters);
    condition.waiters.clear();
  }

  private void await(Waiter waiter) {
    contended++;
    spin(
        waiter,
        looks,
        () -> {
          queue.add(waiter);
          cpu.park(waiter.thread, () -> retry(waiter));
        },
        false);
  }

  /** Takes it if it becomes free within so many looks; else gives up. */
  private void spin(Waiter waiter, int count, Runnable giveUp, boolean queued) {
    if (waiter.thread.owes()) {
      cpu.compute(waiter.thread, 0, () -> spin(waiter, count, giveUp, queued));
    } else if (isFree(waiter)) {
      take(waiter, queued);
    } else {
      waiter.giveUp = giveUp;
      waiter.queued = queued;
      spinning.add(waiter);
      cpu.events()
          .at(
              cpu.events().now() + cpu.spins(count),
              () -> {
                if (waiter.giveUp == giveUp) {
                  stopSpinning(waiter);
                  lookOnceMore(waiter, giveUp);
                }
              });
    }
  }

  /** It has become free: those who spin see it at their next look, if it still is then. */
  private void letLook() {
    for (Waiter waiter : spinning) {
      Runnable present = waiter.giveUp;
      cpu.events()
          .at(
              cpu.events().now() + cpu.spins(1),
              () -> {
                if (waiter.giveUp == present && isFree(waiter)) {
                  stopSpinning(waiter);
                  waiter.thread.owe(line.write(waiter.thread.core));
                  take(waiter, waiter.queued);
                }
              });
    }
  }

  /** Whoever has it if it is not free now finds this one in the queue when it gives it back. */
  private void lookOnceMore(Waiter waiter, Runnable giveUp) {
    if (isFree(waiter)) {
      take(waiter, waiter.queued);
    } else {
      giveUp.run();
    }
  }

  private void stopSpinning(Waiter waiter) {
    waiter.giveUp = null;
    spinning.remove(waiter);
  }

  private boolean isFree(Waiter waiter) {
    return !exclusive && (waiter.shared || shared == 0);
  }

  private void retry(Waiter waiter) {
    SimThread thread = waiter.thread;
    if (queue.peek() != waiter) {
      // Woken by a permit that was left for something else.
      cpu.park(thread, () -> retry(waiter));
      return;
    }
    thread.owe(line.write(thread.core));
    if (isFree(waiter)) {
      take(waiter, true);
      return;
    }
    // Overtaken; whoever did it signals again.
    waiter.looksWoken = Math.min(MOST_LOOKS_WOKEN, 2 * waiter.looksWoken + 1);
    spin(
        waiter,
        waiter.looksWoken,
        () -> {
          waiter.signalled = false;
          cpu.park(thread, () -> retry(waiter));
        },
        true);
  }

  private void take(Waiter waiter, boolean queued) {
    if (queued) {
      queue.remove();
    }
    if (waiter.shared) {
      shared++;
      Waiter next = queue.peek();
      if (next != null && next.shared) {
        signal(next, waiter.thread);
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
