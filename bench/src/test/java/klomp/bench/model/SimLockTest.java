package klomp.bench.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Two or three simulated threads and a lock; the times are those of {@link TestTimes#usual()}. */
final class SimLockTest {

  private static final int LOOKS = 30;

  private final ServiceTimes times = TestTimes.usual();
  private final Events events = new Events();

  private void runAll() {
    while (events.step()) {
      // All there is.
    }
  }

  @Test
  void whoFindsItTakenForAShortWhileLooksAgainAndDoesNotPark() {
    Cpu cpu = new Cpu(events, times, 2);
    assertEquals(1, secondGetsItAfter(cpu, 300) / 1_000, 0.8);
  }

  @Test
  void whoFindsItTakenForLongParksAndHasToBeWoken() {
    Cpu cpu = new Cpu(events, times, 2);
    double waited = secondGetsItAfter(cpu, 5_000) - 5_000;
    assertEquals(times.get(Service.WAKE), waited, 1_000);
  }

  @Test
  void whoIsWokenOnACoreThatSleepsWaitsLonger() {
    Cpu cpu = new Cpu(events, times, 2);
    double held = 2 * times.get(Service.SLEEP_AFTER);
    double waited = secondGetsItAfter(cpu, held) - held;
    assertEquals(times.get(Service.WAKE_ASLEEP), waited, 1_000);
  }

  /** When the second of two threads has the lock, from when the first one got it. */
  private double secondGetsItAfter(Cpu cpu, double held) {
    SimLock lock = new SimLock(cpu, LOOKS);
    double[] at = new double[2];
    SimThread first = new SimThread();
    SimThread second = new SimThread();
    cpu.start(
        first,
        () ->
            lock.lockExclusive(
                first,
                () -> {
                  at[0] = events.now();
                  cpu.compute(
                      first, held, () -> lock.unlockExclusive(first, () -> cpu.exit(first)));
                }));
    cpu.start(
        second,
        () ->
            lock.lockExclusive(
                second,
                () -> {
                  at[1] = events.now();
                  lock.unlockExclusive(second, () -> cpu.exit(second));
                }));
    runAll();
    return at[1] - at[0];
  }

  @Test
  void itIsHeldUntilItsLineHasComeBack() {
    Cpu cpu = new Cpu(events, times, 2);
    SimLock lock = new SimLock(cpu, LOOKS);
    double[] gone = new double[1];
    SimThread holder = new SimThread();
    SimThread other = new SimThread();
    cpu.start(
        holder,
        () ->
            lock.lockExclusive(
                holder,
                () ->
                    cpu.compute(
                        holder,
                        10_000,
                        () ->
                            lock.unlockExclusive(
                                holder,
                                () -> {
                                  gone[0] = events.now();
                                  cpu.exit(holder);
                                }))));
    // Takes the line, not the lock.
    cpu.start(other, () -> cpu.compute(other, 5_000, () -> lookOnce(cpu, lock, other)));
    runAll();
    assertEquals(times.get(Service.WAKE) + 10_000 + times.get(Service.TRANSFER), gone[0], 1e-6);
  }

  private static void lookOnce(Cpu cpu, SimLock lock, SimThread thread) {
    assertEquals(false, lock.tryExclusive(thread));
    cpu.exit(thread);
  }

  @Test
  void aWokenThreadThatRanAMomentAgoWaitsForItsCoreAlthoughTheOtherBecomesIdle() {
    Cpu cpu = new Cpu(events, times, 2);
    double[] ran = new double[1];
    SimThread sleeper = new SimThread();
    SimThread busy = new SimThread();
    SimThread waker = new SimThread();
    cpu.start(sleeper, () -> cpu.park(sleeper, () -> note(cpu, sleeper, ran)));
    cpu.start(waker, () -> cpu.compute(waker, 1_000, () -> wake(cpu, waker, sleeper)));
    // Takes the core of the sleeper, which parks at once.
    cpu.start(
        busy, () -> cpu.compute(busy, times.get(Service.STAYS_HOT) / 2, () -> cpu.exit(busy)));
    runAll();
    assertEquals(busy.core, sleeper.core);
    assertEquals(times.get(Service.STAYS_HOT) / 2, ran[0], 30_000);
  }

  private void note(Cpu cpu, SimThread thread, double[] at) {
    at[0] = events.now();
    cpu.exit(thread);
  }

  private static void wake(Cpu cpu, SimThread by, SimThread thread) {
    cpu.unpark(by, thread);
    cpu.compute(by, 0, () -> cpu.exit(by));
  }
}
