package klomp.xid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunningSetTest {

  private final List<Long> limits = new ArrayList<>();
  private final RunningSet set =
      new RunningSet(
          1,
          new XidLimitLog() {
            @Override
            public long append(long limit) {
              limits.add(limit);
              return limits.size();
            }

            @Override
            public void awaitDurable(long position) {
              assertTrue(position <= limits.size(), "waits for what was appended");
            }
          });

  @Test
  void aSnapshotNeverChangesItsMindAboutARunningTransaction() {
    RunningTransaction running = set.begin();
    SnapshotHold hold = set.hold();
    set.end(running);
    assertFalse(hold.snapshot().finished(running.xid()));
    assertTrue(set.hold().snapshot().finished(running.xid()));
  }

  @Test
  void whatIsHandedOutAfterASnapshotIsInItsFuture() {
    SnapshotHold hold = set.hold();
    RunningTransaction later = set.begin();
    set.end(later);
    assertFalse(hold.snapshot().finished(later.xid()));
  }

  @Test
  void aSubtransactionIsAsRunningAsItsTransaction() {
    RunningTransaction first = set.begin();
    long sub = set.beginSubtransaction(first);
    SnapshotHold during = set.hold();
    assertFalse(during.snapshot().finished(sub));
    set.end(first);
    assertFalse(during.snapshot().finished(sub));
    assertTrue(set.hold().snapshot().finished(sub));
  }

  @Test
  void readersShareASnapshotUntilSomethingEnds() {
    SnapshotHold first = set.hold();
    assertSame(first.snapshot(), set.hold().snapshot());
    set.end(set.begin());
    assertNotEquals(first.snapshot(), set.hold().snapshot());
  }

  @Test
  void theHorizonStaysBehindTheOldestSnapshotAndTheOldestTransaction() {
    RunningTransaction oldest = set.begin();
    SnapshotHold hold = set.hold();
    set.end(oldest);
    for (int i = 0; i < 100; i++) {
      set.end(set.begin());
    }
    assertEquals(oldest.xid(), set.horizon());
    hold.release();
    for (int i = 0; i < 100; i++) {
      set.end(set.begin());
    }
    assertTrue(set.horizon() > oldest.xid() + 100);
  }

  @Test
  void moreSnapshotsThanSlotsStillHoldTheHorizon() {
    RunningTransaction oldest = set.begin();
    List<SnapshotHold> holds = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      holds.add(set.hold());
    }
    set.end(oldest);
    while (holds.size() > 1) {
      holds.remove(0).release();
      set.end(set.begin());
      assertEquals(oldest.xid(), set.horizon());
    }
  }

  @Test
  void noNumberIsUsedBeforeItsLimitIsLogged() {
    for (int i = 0; i < 3 * RunningSet.RESERVE; i++) {
      RunningTransaction transaction = set.begin();
      assertTrue(transaction.xid() < limits.get(limits.size() - 1));
      set.end(transaction);
    }
  }

  @Test
  void theStateNamesTheUnfinishedAndTheCommitting() {
    RunningTransaction a = set.begin();
    RunningTransaction b = set.begin();
    long subOfA = set.beginSubtransaction(a);
    b.committing(77);
    XidState state = set.state();
    assertEquals(List.of(b), state.committing());
    assertEquals(List.of(a.xid(), subOfA), List.of(state.unfinished()[0], state.unfinished()[1]));
    assertEquals(subOfA + 1, state.next());
  }

  @Test
  void theMapOfSubtransactionsIsDroppedBehindALongTransactionAndALongReader() {
    RunningTransaction longWriter = set.begin();
    SnapshotHold longReader = set.hold();
    for (int i = 0; i < 20 * SubtransactionMap.PAGE_XIDS; i++) {
      RunningTransaction transaction = set.begin();
      set.beginSubtransaction(transaction);
      set.end(transaction);
    }
    assertTrue(set.subtransactionPages() <= 4, "pages " + set.subtransactionPages());
    longReader.release();
    set.end(longWriter);
  }

  @Test
  void concurrentBeginsAndEndsNeverShowATransactionAsFinishedTooEarly() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong ending = new AtomicLong();
    List<Throwable> failures = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    java.util.Set<Long> running = java.util.concurrent.ConcurrentHashMap.newKeySet();
    for (int t = 0; t < 3; t++) {
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  RunningTransaction transaction = set.begin();
                  running.add(transaction.xid());
                  running.remove(transaction.xid());
                  ending.incrementAndGet();
                  set.end(transaction);
                }
              }));
    }
    Thread reader =
        new Thread(
            () -> {
              try {
                while (!stop.get()) {
                  List<Long> before = new ArrayList<>(running);
                  SnapshotHold hold = set.hold();
                  long horizon = set.horizon();
                  assertTrue(horizon <= hold.snapshot().oldest());
                  for (long xid : before) {
                    if (running.contains(xid)) {
                      assertFalse(hold.snapshot().finished(xid));
                    }
                  }
                  hold.release();
                }
              } catch (Throwable e) {
                failures.add(e);
              }
            });
    reader.start();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    stop.set(true);
    reader.join();
    assertEquals(List.of(), failures);
    assertEquals(60_000, ending.get());
  }
}
