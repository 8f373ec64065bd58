package klomp.bench.model;

/** A simulated thread: runs on a core, is ready for one, or is parked. */
final class SimThread {

  static final int NO_CORE = -1;

  /** Where it runs, or ran last. */
  int core = NO_CORE;

  /** Nanoseconds of work that are done already as far as others see, but not yet paid for. */
  private double debt;

  /** What it does when it gets a core. */
  Runnable next;

  boolean parked;

  /** An unpark that came before its park. */
  boolean permit;

  double sliceEnd;

  /** When it gave its core up last. */
  double ranUntil = Double.NEGATIVE_INFINITY;

  void owe(double nanos) {
    debt += nanos;
  }

  double takeDebt() {
    double taken = debt;
    debt = 0;
    return taken;
  }

  boolean owes() {
    return debt > 0;
  }
}
