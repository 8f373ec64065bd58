package klomp.bench.model;

/** One thread waits for another to finish its request: spins a little, then parks. */
final class Handoff {

  private enum State {
    OPEN,
    SPINNING,
    PARKED,
    SETTLED
  }

  private final Cpu cpu;
  private final SimThread waiter;
  private State state = State.OPEN;
  private Runnable then;

  Handoff(Cpu cpu, SimThread waiter) {
    this.cpu = cpu;
    this.waiter = waiter;
  }

  /** By the thread that made it. */
  void await(double spinNanos, Runnable goOn) {
    if (waiter.owes()) {
      cpu.compute(waiter, 0, () -> await(spinNanos, goOn));
      return;
    }
    if (state == State.SETTLED) {
      goOn.run();
      return;
    }
    then = goOn;
    state = State.SPINNING;
    Events events = cpu.events();
    events.at(events.now() + spinNanos, this::stopSpinning);
  }

  private void stopSpinning() {
    if (state == State.SPINNING) {
      state = State.PARKED;
      cpu.park(waiter, then);
    }
  }

  /**
   * Spins for work, at most so long; goes on early when {@link #notice} says that there is some.
   */
  void spin(double spinNanos, Runnable goOn) {
    if (waiter.owes()) {
      cpu.compute(waiter, 0, () -> spin(spinNanos, goOn));
      return;
    }
    if (state == State.SETTLED) {
      goOn.run();
      return;
    }
    then = goOn;
    state = State.SPINNING;
    Events events = cpu.events();
    events.at(
        events.now() + spinNanos,
        () -> {
          if (state == State.SPINNING) {
            state = State.SETTLED;
            goOn.run();
          }
        });
  }

  /**
   * Ends a {@link #spin}; costs the other thread nothing, it has only written what is looked at.
   */
  void notice() {
    boolean spinning = state == State.SPINNING;
    state = State.SETTLED;
    if (spinning) {
      cpu.compute(waiter, cpu.times().get(Service.TRANSFER), then);
    }
  }

  /** By the other thread. */
  void settle(SimThread by) {
    State before = state;
    state = State.SETTLED;
    switch (before) {
      case PARKED -> cpu.unpark(by, waiter);
      case SPINNING -> {
        by.owe(cpu.times().unparkRunning());
        cpu.compute(waiter, cpu.times().transfer(by.core, waiter.core), then);
      }
      default -> by.owe(cpu.times().unparkRunning());
    }
  }
}
