package klomp.lock;

import static klomp.lock.LockFixture.LONG;
import static klomp.lock.LockFixture.key;
import static klomp.lock.LockFixture.owner;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import klomp.api.LockTimeoutException;
import klomp.api.StoreClosedException;
import klomp.api.TransactionOverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LockTableTest {

  @RegisterExtension final LockFixture fixture = new LockFixture();

  private final LockOwner a = owner(1);
  private final LockOwner b = owner(2);
  private final LockOwner c = owner(3);

  @Test
  void aFreeLockIsGrantedAtOnceWithoutARequestOfItsOwn() {
    LockRequest request = fixture.table.acquire(a, key("k"), 0);
    assertTrue(request.isGranted());
    assertSame(LockRequest.GRANTED, request);
    request.await();
    assertTrue(fixture.table.holds(a, key("k")));
    assertFalse(fixture.table.holds(b, key("k")));
  }

  @Test
  void anOwnerThatHasTheLockHasItAndHoldsItOnce() {
    fixture.table.acquire(a, key("k"), 0);
    assertTrue(fixture.table.acquire(a, key("k"), 0).isGranted());
    assertTrue(fixture.table.acquire(a, key("k"), LONG).isGranted());
    assertEquals(1, a.held());
    fixture.table.releaseAll(a);
    assertEquals(0, a.held());
    assertTrue(fixture.table.acquire(b, key("k"), 0).isGranted());
  }

  @Test
  void equalBytesAreTheSameKeyAndOthersAreNot() {
    fixture.table.acquire(a, key("some longer key than eight bytes"), 0);
    assertFalse(fixture.table.acquire(b, key("some longer key than eight bytes"), 0).isGranted());
    assertTrue(fixture.table.acquire(b, key("some longer key than eight byteS"), 0).isGranted());
    assertTrue(fixture.table.acquire(b, new byte[] {0}, 0).isGranted());
    assertTrue(fixture.table.acquire(b, new byte[] {0, 0}, 0).isGranted());
  }

  @Test
  void aRequestThatDoesNotWaitIsRefusedWithTheHolderNamed() {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest refused = fixture.table.acquire(b, key("k"), 0);
    assertEquals(LockOutcome.TIMED_OUT, refused.outcome());
    LockTimeoutException e = assertThrows(LockTimeoutException.class, refused::await);
    assertTrue(e.getMessage().contains("transaction 1"), e.getMessage());
    assertTrue(e.getMessage().contains("key \"k\""), e.getMessage());
    assertFalse(b.isWaiting());
    assertEquals(1, fixture.metric("lock.timeouts"));
    assertEquals(0, fixture.metric("wait.lock.key.count"));
  }

  @Test
  void whoWaitsPatientlyOvertakesNobodyInTheQueue() {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest queued = fixture.table.acquire(b, key("k"), LONG);
    CompletableFuture<LockRequest> patient =
        CompletableFuture.supplyAsync(() -> fixture.table.acquirePatiently(c, key("k"), LONG));
    fixture.table.releaseAll(a);
    assertTrue(queued.isGranted());
    LockRequest last = patient.join();
    assertFalse(last.isGranted());
    fixture.table.releaseAll(b);
    assertTrue(last.isGranted());
  }

  @Test
  void whoDoesNotWaitIsNotPatientEither() {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest refused = fixture.table.acquirePatiently(b, key("k"), 0);
    assertEquals(LockOutcome.TIMED_OUT, refused.outcome());
  }

  @Test
  void aPatientWaitThatClosesACircleIsRefused() {
    fixture.table.acquire(a, key("k"), 0);
    fixture.table.acquire(b, key("l"), 0);
    LockRequest first = fixture.table.acquirePatiently(a, key("l"), LONG);
    LockRequest second = fixture.table.acquirePatiently(b, key("k"), LONG);
    assertEquals(LockOutcome.WAITING, first.outcome());
    assertEquals(LockOutcome.DEADLOCK, second.outcome());
  }

  @Test
  void aReleasedLockIsHandedToThoseWhoWaitInTheirOrder() {
    fixture.table.acquire(a, key("k"), 0);
    List<LockOwner> order = new ArrayList<>();
    List<LockOwner> owners = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      LockOwner owner = owner(10 + i);
      owners.add(owner);
      fixture.table.acquire(owner, key("k"), LONG).whenDone(() -> order.add(owner));
    }
    assertEquals(20, fixture.metric("wait.lock.key.now"));
    fixture.table.releaseAll(a);
    for (LockOwner owner : owners) {
      assertSame(owner, order.get(order.size() - 1));
      assertTrue(fixture.table.holds(owner, key("k")));
      fixture.table.releaseAll(owner);
    }
    assertEquals(owners, order);
    assertEquals(0, fixture.metric("lock.held"));
    assertEquals(21, fixture.metric("lock.acquired"));
  }

  @Test
  void nobodyOvertakesTheQueue() {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest waiting = fixture.table.acquire(b, key("k"), LONG);
    fixture.table.releaseAll(a);
    assertFalse(fixture.table.acquire(a, key("k"), 0).isGranted());
    assertTrue(waiting.isGranted());
  }

  @Test
  void rollbackToASavepointReleasesWhatCameAfterItNewestFirst() {
    fixture.table.acquire(a, key("before"), 0);
    int mark = a.mark();
    fixture.table.acquire(a, key("one"), 0);
    fixture.table.acquire(a, key("before"), 0);
    fixture.table.acquire(a, key("two"), 0);
    List<String> order = new ArrayList<>();
    fixture.table.acquire(b, key("one"), LONG).whenDone(() -> order.add("one"));
    fixture.table.acquire(c, key("two"), LONG).whenDone(() -> order.add("two"));

    fixture.table.releaseAfter(a, mark);

    assertEquals(List.of("two", "one"), order);
    assertTrue(fixture.table.holds(a, key("before")), "asked for again after the mark: it stays");
    assertEquals(1, a.held());
    assertEquals(mark, a.mark());
  }

  @Test
  void aMarkThatWasPassedReleasesNothing() {
    fixture.table.acquire(a, key("x"), 0);
    fixture.table.acquire(a, key("y"), 0);
    int inner = a.mark();
    fixture.table.releaseAfter(a, 1);
    fixture.table.releaseAfter(a, inner);
    assertEquals(1, a.held());
    assertThrows(IllegalArgumentException.class, () -> fixture.table.releaseAfter(a, -1));
  }

  @Test
  void aLockGotByWaitingIsReleasedByTheSavepointBeforeIt() {
    fixture.table.acquire(a, key("k"), 0);
    fixture.table.acquire(b, key("other"), 0);
    int mark = b.mark();
    LockRequest request = fixture.table.acquire(b, key("k"), LONG);
    fixture.table.releaseAll(a);
    request.await();
    assertEquals(2, b.held());
    fixture.table.releaseAfter(b, mark);
    assertFalse(fixture.table.holds(b, key("k")));
    assertTrue(fixture.table.holds(b, key("other")));
  }

  @Test
  void anInterruptDoesNotEndTheWaitAndIsNotLost() throws Exception {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest request = fixture.table.acquire(b, key("k"), LONG);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread waiter =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              request.await();
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    waiter.start();
    while (waiter.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    waiter.interrupt();
    assertFalse(request.isDone());
    fixture.table.releaseAll(a);
    assertTrue(interrupted.get(30, TimeUnit.SECONDS));
    waiter.join();
  }

  @Test
  void anOwnerThatGoesAwayLeavesTheQueue() {
    fixture.table.acquire(a, key("k"), 0);
    fixture.table.acquire(b, key("of b"), 0);
    LockRequest gone = fixture.table.acquire(b, key("k"), LONG);
    LockRequest behind = fixture.table.acquire(c, key("k"), LONG);
    AtomicReference<LockOutcome> told = new AtomicReference<>();
    gone.whenDone(() -> told.set(gone.outcome()));

    fixture.table.releaseAll(b);

    assertEquals(LockOutcome.CANCELLED, told.get());
    assertThrows(TransactionOverException.class, gone::await);
    assertEquals(0, b.held());
    fixture.table.releaseAll(a);
    assertTrue(behind.isGranted());
    assertEquals(1, fixture.metric("lock.cancelled"));
    assertEquals(0, fixture.table.deadlines());
  }

  @Test
  void anotherThreadMayEndATransactionThatWaits() throws Exception {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest request = fixture.table.acquire(b, key("k"), LONG);
    Future<?> waiter = fixture.threads.submit(request::await);
    fixture.table.releaseAll(b);
    Exception e = assertThrows(Exception.class, () -> waiter.get(30, TimeUnit.SECONDS));
    assertTrue(e.getCause() instanceof TransactionOverException, e.toString());
  }

  @Test
  void oneOwnerWaitsForOneLockAtATime() {
    fixture.table.acquire(a, key("k"), 0);
    fixture.table.acquire(b, key("k"), LONG);
    assertThrows(IllegalStateException.class, () -> fixture.table.acquire(b, key("free"), LONG));
  }

  @Test
  void whoAsksToBeToldIsToldOnceAtOnceOrLater() {
    AtomicInteger told = new AtomicInteger();
    fixture.table.acquire(a, key("k"), 0).whenDone(told::incrementAndGet);
    fixture.table.acquire(a, key("k"), 0).whenDone(told::incrementAndGet);
    assertEquals(2, told.get());
    LockRequest request = fixture.table.acquire(b, key("k"), LONG);
    request.whenDone(told::incrementAndGet);
    assertThrows(IllegalStateException.class, () -> request.whenDone(() -> {}));
    assertEquals(2, told.get());
    fixture.table.releaseAll(a);
    assertEquals(3, told.get());
    request.whenDone(told::incrementAndGet);
    assertEquals(4, told.get());
  }

  @Test
  void anActionThatThrowsHarmsNeitherTheReleaseNorTheOthers() {
    AtomicReference<Throwable> caught = new AtomicReference<>();
    fixture.table.acquire(a, key("x"), 0);
    fixture.table.acquire(a, key("y"), 0);
    LockRequest y = fixture.table.acquire(b, key("y"), LONG);
    LockRequest x = fixture.table.acquire(c, key("x"), LONG);
    y.whenDone(
        () -> {
          throw new IllegalArgumentException("broken action");
        });
    Thread releaser = new Thread(() -> fixture.table.releaseAll(a));
    releaser.setUncaughtExceptionHandler((thread, failure) -> caught.set(failure));
    releaser.start();
    x.await();
    y.await();
    assertTrue(x.isGranted() && y.isGranted());
    assertEquals("broken action", caught.get().getMessage());
  }

  @Test
  void closingTellsEveryoneWhoWaitsAndLetsNobodyWaitAgain() {
    fixture.table.acquire(a, key("k"), 0);
    LockRequest first = fixture.table.acquire(b, key("k"), LONG);
    LockRequest second = fixture.table.acquire(c, key("k"), LONG);
    fixture.table.close();
    assertThrows(StoreClosedException.class, first::await);
    assertThrows(StoreClosedException.class, second::await);
    assertThrows(StoreClosedException.class, () -> fixture.table.acquire(owner(9), key("k"), LONG));
    fixture.table.releaseAll(a);
    assertEquals(0, fixture.table.size());
  }

  @Test
  void theViewShowsContendedLocksFirstAndIsBounded() {
    for (int i = 0; i < 50; i++) {
      fixture.table.acquire(a, key("quiet " + i), 0);
    }
    fixture.table.acquire(a, key("hot"), 0);
    fixture.table.acquire(b, key("hot"), LONG);
    fixture.table.acquire(c, key("hot"), LONG);

    List<LockView> views = fixture.table.snapshot(10, 1);

    assertEquals(10, views.size());
    assertArrayEquals(key("hot"), views.get(0).key());
    assertEquals(1, views.get(0).holder());
    assertEquals(2, views.get(0).waiting());
    assertEquals(List.of(2L), views.get(0).waiters());
    assertEquals(51, fixture.table.snapshot(1000, 10).size());
    assertEquals(List.of(), fixture.table.snapshot(0, 10));
  }

  @Test
  void nothingIsLeftOfAHundredThousandLocks() {
    long emptyBuckets = fixture.table.bucketCount();
    for (int i = 0; i < 100_000; i++) {
      assertTrue(fixture.table.acquire(a, key("k" + i), 0).isGranted());
    }
    assertEquals(100_000, a.held());
    assertEquals(100_000, fixture.table.size());
    fixture.table.releaseAfter(a, 99_000);
    assertEquals(99_000, fixture.table.size());
    assertTrue(fixture.table.holds(a, key("k98999")));
    assertFalse(fixture.table.holds(a, key("k99000")));
    fixture.table.releaseAll(a);
    assertEquals(0, fixture.table.size());
    assertEquals(emptyBuckets, fixture.table.bucketCount());
  }

  @Test
  void keysInMessagesArePrintableAndShort() {
    assertEquals("key \"a\\x00\\x22\\xff\"", KeyText.of(new byte[] {'a', 0, '"', -1}));
    assertTrue(KeyText.of(new byte[2048]).length() < 200);
  }
}
