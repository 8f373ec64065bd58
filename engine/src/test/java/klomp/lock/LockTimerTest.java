package klomp.lock;

import static klomp.lock.LockFixture.LONG;
import static klomp.lock.LockFixture.SECOND;
import static klomp.lock.LockFixture.key;
import static klomp.lock.LockFixture.owner;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.LockTimeoutException;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LockTimerTest {

  private static final long MILLI = 1_000_000L;

  private final ManualClock clock = new ManualClock();
  private final LockTable table = new LockTable(clock, new Metrics());
  private final LockOwner holder = owner(1);

  @AfterEach
  void close() {
    table.close();
    if (clock.timer != null) {
      assertFalse(clock.timer.isAlive(), "close ends the thread");
    }
  }

  @Test
  void aRequestExpiresWhenTheClockIsAtItsDeadlineAndNotBefore() {
    table.acquire(holder, key("k"), 0);
    LockRequest request = table.acquire(owner(2), key("k"), 2 * MILLI);
    clock.nanos.addAndGet(2 * MILLI - 1);
    int looks = clock.timerLooks.get();
    while (clock.timerLooks.get() < looks + 5) {
      Thread.onSpinWait();
    }
    assertFalse(request.isDone(), "one nanosecond is left");
    clock.nanos.addAndGet(1);
    LockTimeoutException e = assertThrows(LockTimeoutException.class, request::await);
    assertTrue(e.getMessage().contains("within 2 ms"), e.getMessage());
    assertEquals(0, table.deadlines());
    assertTrue(table.holds(holder, key("k")));
  }

  @Test
  void deadlinesComeInTheirOrderWhateverTheOrderOfRequests() {
    table.acquire(holder, key("k"), 0);
    List<Long> order = Collections.synchronizedList(new ArrayList<>());
    List<LockRequest> requests = new ArrayList<>();
    for (long millis : new long[] {30, 10, 20, 25, 5}) {
      LockRequest request = table.acquire(owner(2), key("k"), millis * MILLI);
      request.whenDone(() -> order.add(millis));
      requests.add(request);
    }
    clock.nanos.addAndGet(30 * MILLI);
    for (LockRequest request : requests) {
      assertThrows(LockTimeoutException.class, request::await);
    }
    while (order.size() < requests.size()) {
      Thread.onSpinWait();
    }
    assertEquals(List.of(5L, 10L, 20L, 25L, 30L), order);
  }

  @Test
  void anEarlierDeadlineThatComesLaterIsNotMissed() {
    table.acquire(holder, key("k"), 0);
    LockRequest late = table.acquire(owner(2), key("k"), 3_600 * SECOND);
    while (clock.timer.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    LockRequest early = table.acquire(owner(3), key("k"), MILLI);
    clock.nanos.addAndGet(MILLI);
    long giveUp = System.nanoTime() + 20 * SECOND;
    while (!early.isDone() && System.nanoTime() < giveUp) {
      Thread.onSpinWait();
    }
    assertTrue(early.isDone(), "the timer sleeps to the later deadline");
    assertThrows(LockTimeoutException.class, early::await);
    assertFalse(late.isDone());
    table.releaseAll(holder);
    assertTrue(late.isGranted());
    assertEquals(0, table.deadlines());
  }

  @Test
  void aGrantedRequestLeavesNoDeadlineBehind() {
    for (int i = 0; i < 1_000; i++) {
      LockOwner waiter = owner(2);
      table.acquire(holder, key("k"), 0);
      LockRequest request = table.acquire(waiter, key("k"), LONG);
      table.releaseAll(holder);
      request.await();
      table.releaseAll(waiter);
    }
    assertEquals(0, table.deadlines());
    assertEquals(0, table.size());
  }

  @Test
  void withoutAWaitThereIsNoThreadAndAWaitForEverNeedsNone() {
    table.acquire(holder, key("k"), 0);
    table.acquire(owner(2), key("k"), 0);
    LockRequest forEver = table.acquire(owner(3), key("k"), Long.MAX_VALUE);
    assertNull(clock.timer);
    table.releaseAll(holder);
    assertTrue(forEver.isGranted());
  }

  @Test
  void deadlinesHoldAcrossTheOverflowOfTheClock() {
    clock.nanos.set(Long.MAX_VALUE - MILLI);
    table.acquire(holder, key("k"), 0);
    LockRequest before = table.acquire(owner(2), key("k"), MILLI / 2);
    LockRequest after = table.acquire(owner(3), key("k"), 2 * MILLI);
    clock.nanos.addAndGet(MILLI);
    assertThrows(LockTimeoutException.class, before::await);
    assertFalse(after.isDone());
    clock.nanos.addAndGet(MILLI);
    assertThrows(LockTimeoutException.class, after::await);
  }

  @Test
  void onTheSystemsClockTheWaitIsAtLeastAsLongAsAskedAndNotMuchLonger() {
    try (LockTable real = new LockTable(new SystemHost(), new Metrics())) {
      real.acquire(holder, key("k"), 0);
      long start = System.nanoTime();
      LockRequest request = real.acquire(owner(2), key("k"), 20 * MILLI);
      assertThrows(LockTimeoutException.class, request::await);
      long took = System.nanoTime() - start;
      assertTrue(took >= 20 * MILLI, "took " + took);
      assertTrue(took < 10 * SECOND, "took " + took);
    }
  }

  /** A clock that moves when it is told to; all else is the machine's. */
  private static final class ManualClock implements Host {

    final AtomicLong nanos = new AtomicLong();
    final AtomicInteger timerLooks = new AtomicInteger();
    volatile Thread timer;
    private final Host machine = new SystemHost();

    @Override
    public long nanoTime() {
      if (Thread.currentThread() == timer) {
        timerLooks.incrementAndGet();
      }
      return nanos.get();
    }

    @Override
    public Thread thread(String name, Runnable task) {
      assertEquals("klomp-lock-timer", name);
      timer = machine.thread(name, task);
      return timer;
    }

    @Override
    public HostDirectory directory(Path path) throws java.io.IOException {
      return machine.directory(path);
    }

    @Override
    public long wallMillis() {
      return machine.wallMillis();
    }

    @Override
    public long seed() {
      return machine.seed();
    }
  }
}
