package klomp.lock;

import static klomp.lock.LockFixture.LONG;
import static klomp.lock.LockFixture.key;
import static klomp.lock.LockFixture.owner;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import klomp.api.DeadlockException;
import klomp.api.LockTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LockStressTest {

  private static final int THREADS = 8;

  @RegisterExtension final LockFixture fixture = new LockFixture();

  @Test
  void countersUnderLocksLoseNothing() throws Exception {
    int keys = 3;
    int rounds = 4_000;
    long[] counters = new long[keys];
    everyone(
        thread -> {
          SplittableRandom random = new SplittableRandom(thread);
          for (int i = 0; i < rounds; i++) {
            int at = random.nextInt(keys);
            LockOwner owner = owner(thread + 1);
            fixture.table.acquire(owner, key("counter " + at), LONG).await();
            counters[at]++;
            fixture.table.releaseAll(owner);
          }
        });
    long sum = 0;
    for (long counter : counters) {
      sum += counter;
    }
    assertEquals((long) THREADS * rounds, sum);
  }

  /**
   * Each thread runs transactions of random locks, savepoints, time-outs and ends against a model:
   * an array that says who has each key, which only the true holder may change.
   */
  @Test
  void randomTransactionsAgreeWithAModel() throws Exception {
    long seed = Long.getLong("klomp.seed", System.nanoTime());
    AtomicReferenceArray<LockOwner> model = new AtomicReferenceArray<>(12);
    try {
      everyone(
          thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            for (int i = 0; i < 1_500; i++) {
              transaction(owner(thread * 10_000L + i + 1), random, model);
            }
          });
      for (int i = 0; i < model.length(); i++) {
        assertEquals(null, model.get(i));
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError("run again with -Dklomp.seed=" + seed, e);
    }
  }

  /** Owners wait without threads, and other threads end them at any moment. */
  @Test
  void transactionsThatAreEndedWhileTheyWaitLeaveNothing() throws Exception {
    long seed = Long.getLong("klomp.seed", System.nanoTime());
    try {
      everyone(
          thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            for (int i = 0; i < 2_000; i++) {
              LockOwner owner = owner(thread * 10_000L + i + 1);
              LockRequest request = LockRequest.GRANTED;
              for (int n = 0; n < 3 && request.isGranted(); n++) {
                long timeout = random.nextInt(4) == 0 ? 1 + random.nextInt(100_000) : LONG;
                request = fixture.table.acquire(owner, key("k" + random.nextInt(6)), timeout);
              }
              for (int spins = random.nextInt(200); spins > 0; spins--) {
                Thread.onSpinWait();
              }
              fixture.table.releaseAll(owner);
              assertTrue(request.isDone());
              assertEquals(0, owner.held());
            }
          });
    } catch (Exception | AssertionError e) {
      throw new AssertionError("run again with -Dklomp.seed=" + seed, e);
    }
  }

  private void transaction(
      LockOwner owner, SplittableRandom random, AtomicReferenceArray<LockOwner> model) {
    List<Integer> held = new ArrayList<>();
    List<Integer> marks = new ArrayList<>();
    try {
      for (int step = random.nextInt(1, 10); step > 0; step--) {
        int kind = random.nextInt(10);
        if (kind == 0) {
          assertEquals(held.size(), owner.mark());
          marks.add(owner.mark());
        } else if (kind == 1 && !marks.isEmpty()) {
          int mark = marks.remove(marks.size() - 1);
          forget(owner, held, mark, model);
          fixture.table.releaseAfter(owner, mark);
        } else {
          int at = random.nextInt(model.length());
          long timeout =
              switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> 1 + random.nextInt(50_000);
                default -> LONG;
              };
          fixture.table.acquire(owner, key("k" + at), timeout).await();
          if (!held.contains(at)) {
            assertTrue(model.compareAndSet(at, null, owner), "somebody else has the lock");
            held.add(at);
          }
          assertEquals(held.size(), owner.held());
        }
      }
    } catch (DeadlockException | LockTimeoutException e) {
      assertTrue(!owner.isWaiting(), "refused, yet it waits");
    } finally {
      forget(owner, held, 0, model);
      fixture.table.releaseAll(owner);
    }
  }

  private static void forget(
      LockOwner owner, List<Integer> held, int mark, AtomicReferenceArray<LockOwner> model) {
    while (held.size() > mark) {
      int at = held.remove(held.size() - 1);
      assertTrue(model.compareAndSet(at, owner, null), "the lock was given away while it was held");
    }
  }

  private interface Work {
    void run(int thread);
  }

  private void everyone(Work work) throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      tasks.add(
          () -> {
            work.run(thread);
            return null;
          });
    }
    for (Future<Void> future : fixture.threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
      future.get();
    }
    fixture.table.close(); // so that the timer has counted what it expired
    assertEquals(0, fixture.table.size());
    assertEquals(0, fixture.table.deadlines());
    assertEquals(0, fixture.metric("wait.lock.key.now"));
  }
}
