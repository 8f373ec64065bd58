package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Cores with one queue of ready threads, first come first served; a thread that has used its time
 * slice goes to its end if anybody waits there. A woken thread takes the lowest idle core, so small
 * numbers of threads stay on one socket.
 */
final class Cpu {

  private final Events events;
  private final ServiceTimes times;
  private final BitSet idle = new BitSet();
  private final Deque<SimThread> ready = new ArrayDeque<>();
  private long switches;

  Cpu(Events events, ServiceTimes times, int cores) {
    this.events = events;
    this.times = times;
    idle.set(0, cores);
  }

  Events events() {
    return events;
  }

  ServiceTimes times() {
    return times;
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
      if (!ready.isEmpty()) {
        makeWay(thread, then);
        return;
      }
      thread.sliceEnd = events.now() + times.timeSlice();
    }
    then.run();
  }

  /** To the end of the queue, if there is one. */
  void makeWay(SimThread thread, Runnable then) {
    if (ready.isEmpty()) {
      compute(thread, times.contextSwitch(), then);
      return;
    }
    thread.next = then;
    ready.add(thread);
    releaseCore(thread.core);
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
      releaseCore(thread.core);
    }
  }

  void unpark(SimThread by, SimThread thread) {
    if (!thread.parked) {
      thread.permit = true;
      by.owe(times.unparkRunning());
    } else {
      thread.parked = false;
      by.owe(idle.isEmpty() ? times.unparkBusy() : times.unparkIdle());
      makeReady(thread);
    }
  }

  /** The end of a thread. */
  void exit(SimThread thread) {
    releaseCore(thread.core);
  }

  private void makeReady(SimThread thread) {
    int core = idle.nextSetBit(0);
    if (core < 0) {
      ready.add(thread);
    } else {
      idle.clear(core);
      dispatch(thread, core, times.wake());
    }
  }

  private void releaseCore(int core) {
    SimThread next = ready.poll();
    if (next == null) {
      idle.set(core);
    } else {
      switches++;
      dispatch(next, core, times.contextSwitch());
    }
  }

  private void dispatch(SimThread thread, int core, double cost) {
    thread.core = core;
    double begin = events.now() + cost;
    thread.sliceEnd = begin + times.timeSlice();
    Runnable next = thread.next;
    events.at(begin, next);
  }
}
