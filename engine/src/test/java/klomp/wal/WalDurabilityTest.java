package klomp.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.api.StoreException;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WalDurabilityTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = new byte[100];

  private final RecordingHost host = new RecordingHost();

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(50_000);
    }
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  private static void untilParked(Thread thread) {
    until(() -> thread.getState() == Thread.State.WAITING);
  }

  @Test
  void aWaiterIsReleasedOnlyAfterTheSync() throws Exception {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      host.syncPermits = new Semaphore(0);
      long lsn = wal.appendPut(1, KEY, VALUE);
      Thread waiter = start(() -> wal.awaitDurable(lsn));
      until(() -> host.syncs.get() == 1);
      untilParked(waiter);
      assertTrue(wal.durablePosition() <= lsn);
      host.syncPermits.release();
      waiter.join();
      assertTrue(wal.durablePosition() > lsn);
      host.syncPermits = null;
    }
  }

  @Test
  void thoseWhoWaitDuringASyncShareTheNext() throws Exception {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      host.syncPermits = new Semaphore(0);
      List<Thread> waiters = new ArrayList<>();
      waiters.add(start(() -> wal.awaitDurable(wal.appendPut(1, KEY, VALUE))));
      until(() -> host.syncs.get() == 1);
      for (int i = 0; i < 20; i++) {
        waiters.add(start(() -> wal.awaitDurable(wal.appendPut(1, KEY, VALUE))));
      }
      waiters.forEach(WalDurabilityTest::untilParked);
      host.syncPermits.release(1000);
      for (Thread waiter : waiters) {
        waiter.join();
      }
      assertEquals(2, host.syncs.get());
    }
  }

  @Test
  void aFailedSyncFailsEverybodyAndIsNotRepeated() throws Exception {
    Wal wal = LogFixture.open(host, LogFixture.PATIENT);
    long before = wal.appendPut(1, KEY, VALUE);
    wal.awaitDurable(before);
    IOException cause = new IOException("the disk is gone");
    host.nextSyncFailure = cause;
    host.syncPermits = new Semaphore(0);
    int syncs = host.syncs.get();
    long lsn = wal.appendPut(1, KEY, VALUE);
    List<CompletableFuture<Void>> waiters = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      waiters.add(CompletableFuture.runAsync(() -> wal.awaitDurable(lsn)));
    }
    until(() -> host.syncs.get() == syncs + 1);
    AtomicReference<StoreException> told = new AtomicReference<>();
    wal.whenDurable(
        lsn,
        new DurabilityListener() {
          @Override
          public void durable() {
            throw new AssertionError("it is not");
          }

          @Override
          public void failed(StoreException e) {
            told.set(e);
          }
        });
    host.syncPermits.release(1000);
    for (CompletableFuture<Void> waiter : waiters) {
      Throwable failure = assertThrows(Exception.class, waiter::get).getCause();
      assertSame(cause, assertThrowsStorage(failure).getCause().getCause());
    }
    until(() -> told.get() != null);
    assertTrue(told.get().getMessage().contains("the disk is gone"));
    assertThrows(StorageException.class, () -> wal.awaitDurable(lsn));
    assertThrows(StorageException.class, () -> wal.appendPut(1, KEY, VALUE));
    assertTrue(wal.isFailed());
    wal.awaitDurable(before);
    assertTrue(wal.durablePosition() <= lsn);
    assertThrows(StorageException.class, wal::close);
    assertEquals(syncs + 1, host.syncs.get());
    host.threads.forEach(thread -> assertFalse(thread.isAlive()));
  }

  private static StorageException assertThrowsStorage(Throwable failure) {
    assertTrue(failure instanceof StorageException, String.valueOf(failure));
    return (StorageException) failure;
  }

  @Test
  void aFailedWriteFailsTheLogAndAppendersDoNotHang() {
    Wal wal = LogFixture.open(host, LogFixture.SMALL);
    host.writeFailure = new IOException("no");
    byte[] large = new byte[100_000];
    assertThrows(
        StorageException.class,
        () -> {
          for (int i = 0; i < 1000; i++) {
            wal.appendPut(1, KEY, large);
          }
        });
    assertEquals(1, host.writes.get());
    assertEquals(0, host.syncs.get());
    assertThrows(StorageException.class, wal::close);
  }

  @Test
  void noRoomForANewSegmentFailsTheLogOnlyWhenItIsNeeded() {
    Wal wal = LogFixture.open(host, LogFixture.SMALL);
    host.createFailure = new IOException("no space");
    wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000]));
    StorageException failure =
        assertThrows(
            StorageException.class,
            () -> wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000])));
    assertTrue(failure.getMessage().contains("no new segment"), failure.getMessage());
    assertThrows(StorageException.class, wal::close);
    assertEquals(1, LogFixture.read(host, 0).size());
  }

  @Test
  void spaceThatComesBackInTimeHealsTheAllocation() {
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      host.createFailure = new IOException("no space");
      wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000]));
      host.createFailure = null;
      wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000]));
    }
    assertEquals(2, LogFixture.read(host, 0).size());
  }

  /** Whoever needs a segment gets an answer to an attempt of after it asked. */
  @Test
  void anAttemptThatBeganWithoutSpaceDoesNotSpeakForOneThatWouldFindIt() throws Exception {
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      Semaphore permits = new Semaphore(0);
      host.createPermits = permits;
      host.createFailure = new IOException("no space");
      wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000]));
      until(permits::hasQueuedThreads);
      host.createFailure = null;
      CompletableFuture<Void> second = new CompletableFuture<>();
      start(
          () -> {
            try {
              wal.awaitDurable(wal.appendPut(1, KEY, new byte[40_000]));
              second.complete(null);
            } catch (StorageException e) {
              second.completeExceptionally(e);
            }
          });
      until(this::writerWantsASegment);
      permits.release(1000);
      second.get(30, TimeUnit.SECONDS);
    }
    assertEquals(2, LogFixture.read(host, 0).size());
  }

  private boolean writerWantsASegment() {
    return host.threads.stream()
        .filter(thread -> thread.getState() == Thread.State.WAITING)
        .flatMap(thread -> Arrays.stream(thread.getStackTrace()))
        .anyMatch(frame -> frame.getMethodName().equals("take"));
  }

  @Test
  void anInterruptNeitherEndsTheWaitNorIsLost() throws Exception {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      host.syncPermits = new Semaphore(0);
      long lsn = wal.appendPut(1, KEY, VALUE);
      CompletableFuture<Boolean> flag = new CompletableFuture<>();
      Thread waiter =
          start(
              () -> {
                wal.awaitDurable(lsn);
                flag.complete(
                    wal.durablePosition() > lsn && Thread.currentThread().isInterrupted());
              });
      until(() -> host.syncs.get() == 1);
      untilParked(waiter);
      waiter.interrupt();
      until(() -> !waiter.isInterrupted());
      untilParked(waiter);
      assertFalse(flag.isDone());
      host.syncPermits.release();
      assertTrue(flag.get());
      host.syncPermits = null;
    }
  }

  @Test
  void whatNobodyAsksAboutIsDurableWithinTheWindow() {
    long window = TimeUnit.SECONDS.toNanos(2);
    WalOptions options = new WalOptions(1 << 20, 64 << 10, window);
    try (Wal wal = LogFixture.open(host, options)) {
      long start = System.nanoTime();
      long lsn = wal.appendPut(1, KEY, VALUE);
      until(() -> wal.durablePosition() > lsn);
      assertTrue(System.nanoTime() - start < window);
      assertEquals(1, host.syncs.get());
    }
  }

  @Test
  void manyAsyncRecordsCostFewSyncsAndFewWakes() {
    WalOptions options = new WalOptions(16 << 20, 1 << 20, TimeUnit.SECONDS.toNanos(2));
    Metrics metrics = new Metrics();
    try (Wal wal = LogFixture.open(host, options, metrics)) {
      long lsn = 0;
      for (int i = 0; i < 10_000; i++) {
        lsn = wal.appendCommit(i, new long[0], 0, 0);
      }
      long last = lsn;
      until(() -> wal.durablePosition() > last);
      assertTrue(host.syncs.get() <= 5, host.syncs + " syncs");
      assertTrue(metrics.snapshot().get("wal.wakes") <= 5);
    }
  }

  @Test
  void anIdleLogDoesNothing() throws Exception {
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      wal.awaitDurable(wal.appendPut(1, KEY, VALUE));
      int syncs = host.syncs.get();
      int writes = host.writes.get();
      Thread writer =
          host.threads.stream().filter(t -> t.getName().endsWith("writer")).findAny().orElseThrow();
      untilParked(writer);
      Thread.sleep(300);
      assertEquals(Thread.State.WAITING, writer.getState(), "an untimed park");
      assertEquals(syncs, host.syncs.get());
      assertEquals(writes, host.writes.get());
    }
  }

  @Test
  void closeMakesEverythingDurableAndSettlesEverybody() throws Exception {
    Wal wal = LogFixture.open(host, LogFixture.PATIENT);
    long lsn = wal.appendPut(1, KEY, VALUE);
    CompletableFuture<Void> never =
        CompletableFuture.runAsync(() -> wal.awaitDurable(lsn + 1_000_000));
    wal.close();
    wal.close();
    wal.awaitDurable(lsn);
    Throwable failure = assertThrows(Exception.class, never::get).getCause();
    assertTrue(failure instanceof StoreClosedException, failure.toString());
    assertThrows(StoreClosedException.class, () -> wal.awaitDurable(wal.position()));
    assertThrows(StoreClosedException.class, () -> wal.appendPut(1, KEY, VALUE));
    assertEquals(1, LogFixture.read(host, 0).size());
    host.threads.forEach(thread -> assertFalse(thread.isAlive()));
  }

  @Test
  void aListenerOfWhatIsDurableIsCalledAtOnce() {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      long lsn = wal.appendPut(1, KEY, VALUE);
      wal.awaitDurable(lsn);
      AtomicReference<Thread> caller = new AtomicReference<>();
      wal.whenDurable(
          lsn,
          new DurabilityListener() {
            @Override
            public void durable() {
              caller.set(Thread.currentThread());
            }

            @Override
            public void failed(StoreException cause) {
              throw cause;
            }
          });
      assertSame(Thread.currentThread(), caller.get());
    }
  }

  @Test
  void aListenerThatThrowsHarmsNobodyElse() {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      host.syncPermits = new Semaphore(0);
      long lsn = wal.appendPut(1, KEY, VALUE);
      wal.whenDurable(
          lsn,
          new DurabilityListener() {
            @Override
            public void durable() {
              throw new AssertionError("on purpose");
            }

            @Override
            public void failed(StoreException cause) {
              throw cause;
            }
          });
      host.syncPermits = null;
      wal.awaitDurable(lsn);
      wal.awaitDurable(wal.appendPut(1, KEY, VALUE));
    }
  }

  @Test
  void theDurablePositionIsAlwaysBetweenTwoRecords() throws Exception {
    Set<Long> borders = ConcurrentHashMap.newKeySet();
    Set<Long> durable = ConcurrentHashMap.newKeySet();
    try (Wal wal = LogFixture.open(host, new WalOptions(1 << 20, 1 << 20, 1_000_000))) {
      borders.add(wal.position());
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        byte[] value = new byte[5000 * (i + 1)];
        threads.add(
            start(
                () -> {
                  for (int n = 0; n < 150; n++) {
                    borders.add(wal.appendPut(1, KEY, value));
                  }
                }));
      }
      for (int n = 0; n < 60; n++) {
        wal.awaitDurable(wal.appendXidLimit(n) - 1);
        durable.add(wal.durablePosition());
      }
      for (Thread thread : threads) {
        thread.join();
      }
      borders.add(wal.position());
    }
    LogFixture.read(host, 0).forEach(entry -> borders.add(entry.lsn()));
    assertTrue(borders.containsAll(durable));
    assertTrue(durable.size() > 5, "too few positions seen");
  }

  @Test
  void noWakeUpIsLost() throws Exception {
    // The window is an hour: a lost wake-up is a waiter that stays.
    try (Wal wal = LogFixture.open(host, new WalOptions(1 << 20, 1 << 20, HOUR))) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        threads.add(
            start(
                () -> {
                  for (int n = 0; n < 300; n++) {
                    wal.appendPut(n, KEY, VALUE);
                    wal.awaitDurable(wal.appendXidLimit(n));
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(wal.position(), wal.durablePosition());
    }
  }

  @Test
  void appendingAllocatesNothing() {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    int rounds = 2000;
    byte[] large = new byte[3000];
    long[] subxids = new long[200];
    try (Wal wal = LogFixture.open(host, new WalOptions(16 << 20, 1 << 20, HOUR))) {
      // Until it is compiled, which a busy machine may put off.
      long bytes = Long.MAX_VALUE;
      for (int window = 0; window < 20 && bytes >= 4 * rounds; window++) {
        long before = bean.getThreadAllocatedBytes(id);
        for (int i = 0; i < rounds; i++) {
          wal.appendPut(i, KEY, large);
          wal.appendDelete(i, KEY);
          wal.appendCommit(i, subxids, subxids.length, 0);
        }
        bytes = bean.getThreadAllocatedBytes(id) - before;
      }
      assertTrue(bytes < 4 * rounds, bytes + " bytes in " + rounds + " rounds");
    }
  }

  @Test
  void aFullRingWakesANappingWriter() {
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      for (int i = 0; i < 300; i++) {
        wal.appendPut(1, KEY, new byte[50_000]);
      }
      wal.awaitDurable(wal.appendPut(1, KEY, VALUE));
    }
    assertEquals(301, LogFixture.read(host, 0).size());
  }
}
