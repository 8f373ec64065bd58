package klomp.bench.model;

import java.util.Arrays;

/** Simulated time, in nanoseconds, and what happens when: a heap, ties in the order of planning. */
final class Events {

  private static final class Event {
    final double time;
    final long number;
    final Runnable action;

    Event(double time, long number, Runnable action) {
      this.time = time;
      this.number = number;
      this.action = action;
    }

    boolean before(Event other) {
      return time < other.time || time == other.time && number < other.number;
    }
  }

  private Event[] heap = new Event[1024];
  private int size;
  private long planned;
  private double now;

  double now() {
    return now;
  }

  /** How many there have been so far, or are planned. */
  long planned() {
    return planned;
  }

  void at(double time, Runnable action) {
    assert time >= now : time + " is over at " + now;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    Event event = new Event(time, planned++, action);
    int hole = size++;
    while (hole > 0 && event.before(heap[(hole - 1) / 2])) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = event;
  }

  /** Lets the next one happen; false if there is none. */
  boolean step() {
    if (size == 0) {
      return false;
    }
    Event first = heap[0];
    Event last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      sink(last);
    }
    now = first.time;
    first.action.run();
    return true;
  }

  private void sink(Event event) {
    int hole = 0;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(event)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = event;
  }
}
