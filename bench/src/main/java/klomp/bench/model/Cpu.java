package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Cores, each with its queue of ready threads, first come first served; a thread that has used its
 * time slice goes to the end of it if anybody waits there. A woken thread takes the core that it
 * ran on last if that is idle, else the lowest idle one, so small numbers of threads stay on one
 * socket; if there is none it queues where it ran last. A core that has nothing to do takes a
 * thread from the longest queue, but none that ran there a moment ago, whose data is in the other
 * core's cache: so a core can be idle while a thread is ready. It looks when it becomes idle and at
 * each tick.
 */
final class Cpu {

  private final Events events;
  private final ServiceTimes times;
  private final BitSet idle = new BitSet();
  private final List<Deque<SimThread>> ready = new ArrayList<>();
  private final double[] idleSince;
  private int waiting;
  private long switches;

  Cpu(Events events, ServiceTimes times, int cores) {
    this.events = events;
    this.times = times;
    idle.set(0, cores);
    idleSince = new double[cores];
    for (int core = 0; core < cores; core++) {
      ready.add(new ArrayDeque<>());
    }
  }

  Events events() {
    return events;
  }

  ServiceTimes times() {
    return times;
  }

  /** How long so many looks take before parking; none where the other thread cannot run beside. */
  double spins(int looks) {
    return idleSince.length > 1 ? times.spins(looks) : 0;
  }

  /** How often a core went from one thread to another. */
  long switches() {
    return switches;
  }

  void start(SimThread thread, Runnable body) {
    thread.next = body;
    makeReady(thread);
  }

  /** Keeps the thread's core busy, then goes on, at once or when its turn comes again. */
  void compute(SimThread thread, double nanos, Runnable then) {
    events.at(events.now() + nanos + thread.takeDebt(), () -> goOn(thread, then));
  }

  private void goOn(SimThread thread, Runnable then) {
    if (events.now() >= thread.sliceEnd) {
      if (!ready.get(thread.core).isEmpty()) {
        makeWay(thread, then);
        return;
      }
      thread.sliceEnd = events.now() + times.timeSlice();
    }
    then.run();
  }

  /** To the end of the core's queue, if there is one. */
  void makeWay(SimThread thread, Runnable then) {
    Deque<SimThread> queue = ready.get(thread.core);
    if (queue.isEmpty()) {
      compute(thread, times.get(Service.YIELD), then);
      return;
    }
    thread.next = then;
    queue.add(thread);
    waiting++;
    releaseCore(thread);
  }

  /** Gives the core up until somebody unparks the thread, or has done so before. */
  void park(SimThread thread, Runnable then) {
    if (thread.owes()) {
      compute(thread, 0, () -> park(thread, then));
    } else if (thread.permit) {
      thread.permit = false;
      then.run();
    } else {
      thread.parked = true;
      thread.next = then;
      releaseCore(thread);
    }
  }

  void unpark(SimThread by, SimThread thread) {
    if (!thread.parked) {
      thread.permit = true;
      by.owe(times.unparkRunning());
    } else {
      thread.parked = false;
      int core = idleCore(thread);
      by.owe(core < 0 ? times.unparkBusy() : times.unparkIdle(idleNanos(core)));
      makeReady(thread);
    }
  }

  /** The end of a thread. */
  void exit(SimThread thread) {
    releaseCore(thread);
  }

  private int idleCore(SimThread thread) {
    boolean own = thread.core != SimThread.NO_CORE && idle.get(thread.core);
    return own ? thread.core : idle.nextSetBit(0);
  }

  private void makeReady(SimThread thread) {
    int core = idleCore(thread);
    if (core >= 0) {
      double wake = times.wake(idleNanos(core));
      idle.clear(core);
      dispatch(thread, core, wake);
    } else {
      (thread.core == SimThread.NO_CORE ? shortest() : ready.get(thread.core)).add(thread);
      waiting++;
    }
  }

  private Deque<SimThread> shortest() {
    return Collections.min(ready, Comparator.comparingInt(Deque::size));
  }

  private double idleNanos(int core) {
    return events.now() - idleSince[core];
  }

  private void releaseCore(SimThread thread) {
    int core = thread.core;
    thread.ranUntil = events.now();
    SimThread next = ready.get(core).poll();
    if (next == null) {
      next = fromElsewhere();
    }
    if (next != null) {
      waiting--;
      switches++;
      dispatch(next, core, times.contextSwitch());
    } else {
      idle.set(core);
      idleSince[core] = events.now();
      lookAround(core, events.now());
    }
  }

  /** While the core is idle and any thread is ready, at each tick. */
  private void lookAround(int core, double since) {
    if (waiting == 0) {
      return;
    }
    events.at(
        events.now() + times.get(Service.TICK),
        () -> {
          if (idle.get(core) && idleSince[core] == since) {
            SimThread next = fromElsewhere();
            if (next == null) {
              lookAround(core, since);
            } else {
              waiting--;
              double wake = times.wake(idleNanos(core));
              idle.clear(core);
              dispatch(next, core, wake);
            }
          }
        });
  }

  private SimThread fromElsewhere() {
    if (waiting == 0) {
      return null;
    }
    Deque<SimThread> longest = Collections.max(ready, Comparator.comparingInt(Deque::size));
    SimThread first = longest.peek();
    boolean cold = first != null && events.now() - first.ranUntil >= times.get(Service.STAYS_HOT);
    return cold ? longest.poll() : null;
  }

  private void dispatch(SimThread thread, int core, double cost) {
    thread.core = core;
    double begin = events.now() + cost;
    thread.sliceEnd = begin + times.timeSlice();
    Runnable next = thread.next;
    events.at(begin, next);
  }
}
