package klomp.bench.model;

import java.util.BitSet;

/**
 * A cache line that several cores write: it is with one of them at a time, or copied to many for
 * reading. Fetching it takes a transfer, and transfers of one line follow each other. What an
 * access costs where the line is already there is in the measured service times.
 */
final class CacheLine {

  private final Events events;
  private final ServiceTimes times;
  private final BitSet copies = new BitSet();
  private int owner = SimThread.NO_CORE;
  private double freeAt;

  CacheLine(Events events, ServiceTimes times) {
    this.events = events;
    this.times = times;
  }

  /** Whether a transfer is under way. */
  boolean isBusy() {
    return freeAt > events.now();
  }

  /** The time until the core has it for writing, beyond what a local access takes. */
  double write(int core) {
    boolean alone = owner == core && copies.cardinality() <= 1;
    double delay = alone ? 0 : fetch(core);
    owner = core;
    copies.clear();
    copies.set(core);
    return delay;
  }

  /** The time until the core has a copy. */
  double read(int core) {
    if (copies.get(core)) {
      return 0;
    }
    double delay = fetch(core);
    copies.set(core);
    return delay;
  }

  private double fetch(int core) {
    if (owner == SimThread.NO_CORE) {
      return 0;
    }
    double begin = Math.max(events.now(), freeAt);
    freeAt = begin + times.transfer(owner, core);
    return freeAt - events.now();
  }
}
