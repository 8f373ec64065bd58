package klomp.lock;

import static klomp.lock.LockFixture.LONG;
import static klomp.lock.LockFixture.key;
import static klomp.lock.LockFixture.owner;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import klomp.api.DeadlockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadlockTest {

  @RegisterExtension final LockFixture fixture = new LockFixture();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 200})
  void whoClosesTheCircleIsRefusedAndTheRestGoOn(int size) {
    List<LockOwner> owners = circle(size);
    List<LockRequest> waiting = new ArrayList<>();
    for (int i = 0; i < size - 1; i++) {
      waiting.add(fixture.table.acquire(owners.get(i), key("k" + (i + 1)), LONG));
      assertFalse(waiting.get(i).isDone());
    }
    LockOwner last = owners.get(size - 1);
    LockRequest refused = fixture.table.acquire(last, key("k0"), LONG);

    assertEquals(LockOutcome.DEADLOCK, refused.outcome());
    DeadlockException e = assertThrows(DeadlockException.class, refused::await);
    assertTrue(e.getMessage().contains("transaction " + size + " wants key \"k0\""), e.toString());
    assertTrue(e.getMessage().length() < 1000, e.getMessage());
    assertEquals(1, last.held(), "what it had it has still, until it rolls back");
    assertFalse(last.isWaiting());

    fixture.table.releaseAll(last);
    for (int i = size - 2; i >= 0; i--) {
      waiting.get(i).await();
      fixture.table.releaseAll(owners.get(i));
    }
    assertEquals(0, fixture.table.size());
    assertEquals(1, fixture.metric("lock.deadlocks"));
    assertEquals(0, fixture.metric("wait.lock.key.now"));
  }

  @Test
  void aLongChainWithoutACircleIsNoDeadlock() {
    List<LockOwner> owners = circle(100);
    for (int i = 0; i < 99; i++) {
      assertFalse(fixture.table.acquire(owners.get(i), key("k" + (i + 1)), LONG).isDone());
    }
    assertEquals(0, fixture.metric("lock.deadlocks"));
    for (int i = 99; i >= 0; i--) {
      fixture.table.releaseAll(owners.get(i));
    }
  }

  @Test
  void aCircleThroughAPlaceInTheQueueIsFoundWhenItCloses() {
    LockOwner a = owner(1);
    LockOwner b = owner(2);
    LockOwner c = owner(3);
    fixture.table.acquire(a, key("k1"), 0);
    fixture.table.acquire(b, key("k2"), 0);
    fixture.table.acquire(c, key("k3"), 0);
    LockRequest first = fixture.table.acquire(b, key("k1"), LONG);
    LockRequest second = fixture.table.acquire(c, key("k1"), LONG);
    // c waits behind b; a waiting for either of them closes a circle over the head of the queue.
    assertEquals(LockOutcome.DEADLOCK, fixture.table.acquire(a, key("k3"), LONG).outcome());
    assertEquals(LockOutcome.DEADLOCK, fixture.table.acquire(a, key("k2"), LONG).outcome());
    fixture.table.releaseAll(a);
    assertTrue(first.isGranted());
    // Now b has k1 and c waits for b: the hand-over moved the edge, and b must not wait for c.
    assertEquals(LockOutcome.DEADLOCK, fixture.table.acquire(b, key("k3"), LONG).outcome());
    fixture.table.releaseAll(b);
    assertTrue(second.isGranted());
  }

  @Test
  void aCircleThatATimeOutOrCancelOpenedIsNone() {
    LockOwner a = owner(1);
    LockOwner b = owner(2);
    fixture.table.acquire(a, key("x"), 0);
    fixture.table.acquire(b, key("y"), 0);
    int mark = b.mark();
    LockRequest cancelled = fixture.table.acquire(b, key("x"), LONG);
    fixture.table.releaseAfter(b, mark);
    assertEquals(LockOutcome.CANCELLED, cancelled.outcome());
    LockRequest request = fixture.table.acquire(a, key("y"), LONG);
    assertFalse(request.isDone());
    fixture.table.releaseAll(b);
    assertTrue(request.isGranted());
  }

  @Test
  void twoThatCloseTheCircleAtTheSameTimeAreNeverBothRefusedNorBothLeft() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      closeTogether(2);
    }
  }

  @Test
  void fourThatCloseTheCircleAtTheSameTimeLoseOne() throws Exception {
    for (int round = 0; round < 500; round++) {
      closeTogether(4);
    }
  }

  /** Each takes its own key, then all reach for their neighbour's at once. */
  private void closeTogether(int size) throws Exception {
    List<LockOwner> owners = circle(size);
    CountDownLatch gate = new CountDownLatch(size);
    List<Future<Boolean>> results = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      LockOwner owner = owners.get(i);
      byte[] next = key("k" + (i + 1) % size);
      results.add(
          fixture.threads.submit(
              () -> {
                LockFixture.meet(gate);
                try {
                  fixture.table.acquire(owner, next, LONG).await();
                  return false;
                } catch (DeadlockException e) {
                  return true;
                } finally {
                  fixture.table.releaseAll(owner);
                }
              }));
    }
    int refused = 0;
    for (Future<Boolean> result : results) {
      refused += result.get(30, TimeUnit.SECONDS) ? 1 : 0;
    }
    assertEquals(1, refused);
    assertEquals(0, fixture.table.size());
  }

  private List<LockOwner> circle(int size) {
    List<LockOwner> owners = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      LockOwner owner = owner(i + 1);
      assertTrue(fixture.table.acquire(owner, key("k" + i), 0).isGranted());
      owners.add(owner);
    }
    return owners;
  }
}
