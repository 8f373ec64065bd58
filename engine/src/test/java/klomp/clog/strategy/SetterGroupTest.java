package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import klomp.api.ClogStrategy;
import klomp.api.StorageException;
import klomp.clog.BufferPool;
import klomp.clog.ClogMetrics;
import klomp.clog.CommitLog;
import klomp.clog.PagedCommitLog;
import klomp.clog.SegmentFiles;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.Host;
import klomp.host.HostileHost;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups are forced: the test holds the lock until all setters wait. */
@Timeout(60)
class SetterGroupTest {

  @TempDir Path path;

  private final FaultPlan faults = new FaultPlan();
  private final Metrics metrics = new Metrics();
  private final Crew crew = new Crew();
  private final List<Thread> waiting = new ArrayList<>();
  private BufferPool pool;
  private CommitLog log;

  @AfterEach
  void close() {
    crew.close();
    log.close();
  }

  private void open(ClogStrategy strategy) throws Exception {
    open(strategy, metrics);
  }

  private void open(ClogStrategy strategy, Metrics metrics) throws Exception {
    Host host = new HostileHost(new SystemHost(), faults);
    ClogMetrics counters = new ClogMetrics(metrics, true);
    SegmentFiles files = SegmentFiles.open(host.directory(path), host, TestLogs.SMALL, counters, 1);
    Parts parts = new Parts(files, host, counters);
    boolean banked = strategy == ClogStrategy.BANKED;
    pool = parts.pool(banked ? 2 : 1, TestLogs.SLOTS, BufferPool.Search.INDEX);
    log =
        new PagedCommitLog(
            banked ? new BankedStrategy(pool, parts) : new GroupUpdateStrategy(pool, parts),
            files,
            counters,
            1);
  }

  /** Starts the tasks one after the other, each once the one before waits. */
  private List<Future<Void>> startWaiting(List<Callable<Void>> tasks) throws Exception {
    List<Future<Void>> started = new ArrayList<>();
    for (Callable<Void> task : tasks) {
      var running = new CompletableFuture<Thread>();
      started.add(
          crew.start(
              () -> {
                running.complete(Thread.currentThread());
                return task.call();
              }));
      Thread thread = running.get(10, TimeUnit.SECONDS);
      waiting.add(thread);
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    return started;
  }

  private static Callable<Void> task(Runnable body) {
    return () -> {
      body.run();
      return null;
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void aGroupMixesCommitAbortAndRollbackToSavepoint(ClogStrategy strategy) throws Exception {
    open(strategy);
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(task(() -> log.commit(1, new long[] {2, 33, 40}, 3)));
    tasks.add(task(() -> log.abort(3, new long[] {4}, 1)));
    // Rollback to a savepoint of the transaction 5, which goes on; then its commit in another
    // group.
    tasks.add(task(() -> log.abort(6, new long[] {7, 8}, 2)));
    tasks.add(task(() -> log.commit(10, TestLogs.NO_SUBS, 0)));
    tasks.add(task(() -> log.commit(11, new long[] {12, 13, 14, 15, 16}, 5)));
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      Crew.result(future);
    }
    assertEquals(1, metrics.snapshot().get("clog.groupUpdates"));
    assertEquals(tasks.size(), metrics.snapshot().get("clog.groupMembers"));
    log.commit(5, new long[] {9}, 1);
    for (long committed : new long[] {1, 2, 33, 40, 10, 11, 12, 16, 5, 9}) {
      assertEquals(XidStatus.COMMITTED, log.status(committed), "xid " + committed);
    }
    for (long aborted : new long[] {3, 4, 6, 7, 8}) {
      assertEquals(XidStatus.ABORTED, log.status(aborted), "xid " + aborted);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void whoIsOnAnotherPageOrTooLargeWaitsAloneAndMayJoinLater(ClogStrategy strategy)
      throws Exception {
    open(strategy);
    // With two banks, page 2 is in the bank of page 0.
    long other = 2 * 64;
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(task(() -> log.commit(1, TestLogs.NO_SUBS, 0)));
    tasks.add(
        task(
            () -> {
              log.commit(other, TestLogs.NO_SUBS, 0);
              log.commit(other + 1, TestLogs.NO_SUBS, 0);
            }));
    tasks.add(task(() -> log.commit(20, new long[] {21, 22, 23, 24, 25, 26}, 6)));
    tasks.add(task(() -> log.commit(2, new long[] {other + 2}, 1)));
    tasks.add(task(() -> log.abort(3, TestLogs.NO_SUBS, 0)));
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      Crew.result(future);
    }
    for (long committed : new long[] {1, other, other + 1, 20, 21, 26, 2, other + 2}) {
      assertEquals(XidStatus.COMMITTED, log.status(committed), "xid " + committed);
    }
    assertEquals(XidStatus.ABORTED, log.status(3));
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void aLeaderThatCannotReadThePageFailsEveryMemberAndParksNone(ClogStrategy strategy)
      throws Exception {
    open(strategy);
    log.commit(1, TestLogs.NO_SUBS, 0);
    log.flush();
    log.close();
    Metrics fresh = new Metrics();
    open(strategy, fresh);
    faults.failAll(Operation.READ);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (long xid = 2; xid < 8; xid++) {
      long own = xid;
      tasks.add(task(() -> log.commit(own, TestLogs.NO_SUBS, 0)));
    }
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      ExecutionException e =
          assertThrows(ExecutionException.class, () -> future.get(30, TimeUnit.SECONDS));
      assertInstanceOf(StorageException.class, e.getCause());
    }
    assertEquals(tasks.size(), fresh.snapshot().get("clog.groupMembers"));
    faults.failNone();
    log.commit(2, TestLogs.NO_SUBS, 0);
    assertEquals(XidStatus.COMMITTED, log.status(1));
    assertEquals(XidStatus.COMMITTED, log.status(2));
    assertEquals(XidStatus.IN_PROGRESS, log.status(3));
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void anIllegalMemberFailsAlone(ClogStrategy strategy) throws Exception {
    open(strategy);
    log.abort(7, TestLogs.NO_SUBS, 0);
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(task(() -> log.commit(1, TestLogs.NO_SUBS, 0)));
    tasks.add(task(() -> log.commit(7, TestLogs.NO_SUBS, 0)));
    tasks.add(task(() -> log.commit(2, TestLogs.NO_SUBS, 0)));
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    Crew.result(started.get(0));
    Crew.result(started.get(2));
    ExecutionException e = assertThrows(ExecutionException.class, () -> started.get(1).get());
    assertInstanceOf(IllegalStateException.class, e.getCause());
    assertEquals("xid 7 is aborted and cannot become committed", e.getCause().getMessage());
    assertEquals(XidStatus.ABORTED, log.status(7));
    assertEquals(XidStatus.COMMITTED, log.status(2));
  }

  /** The leader goes through its members; for the first of them the page cannot be read. */
  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void aReadThatFailsOnceFailsOneMemberAndTheOthersAreSet(ClogStrategy strategy) throws Exception {
    open(strategy);
    log.commit(1, TestLogs.NO_SUBS, 0);
    log.flush();
    log.close();
    open(strategy, new Metrics());
    faults.failNth(Operation.READ, 1);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (long xid = 2; xid < 8; xid++) {
      long own = xid;
      tasks.add(task(() -> log.commit(own, TestLogs.NO_SUBS, 0)));
    }
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    int failed = 0;
    for (int i = 0; i < tasks.size(); i++) {
      boolean set;
      try {
        started.get(i).get(30, TimeUnit.SECONDS);
        set = true;
      } catch (ExecutionException e) {
        assertInstanceOf(StorageException.class, e.getCause());
        failed++;
        set = false;
      }
      assertEquals(set ? XidStatus.COMMITTED : XidStatus.IN_PROGRESS, log.status(i + 2));
    }
    assertEquals(1, failed);
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void interruptsOfTheLeaderAndOfMembersAreKeptAndTheGroupIsSet(ClogStrategy strategy)
      throws Exception {
    open(strategy);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (long xid = 1; xid < 6; xid++) {
      long own = xid;
      tasks.add(
          task(
              () -> {
                log.commit(own, TestLogs.NO_SUBS, 0);
                assertTrue(Thread.interrupted(), "the flag is kept");
              }));
    }
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    waiting.forEach(Thread::interrupt);
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      Crew.result(future);
    }
    assertEquals(tasks.size(), metrics.snapshot().get("clog.groupMembers"));
    for (long xid = 1; xid < 6; xid++) {
      assertEquals(XidStatus.COMMITTED, log.status(xid));
    }
  }

  /** Many subtransactions, nearly all rolled back: what is left is small enough for a group. */
  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void ofSeventySubtransactionsTheFourThatAreLeftCommitInAGroup(ClogStrategy strategy)
      throws Exception {
    open(strategy);
    long top = 64 * 2 + 1;
    List<Long> left = new ArrayList<>();
    // On pages 2 and 4, which two banks have in one.
    for (long i = 0; i < 70; i++) {
      long sub = i < 60 ? top + 1 + i : 64 * 4 + i;
      if (i % 15 == 7 && left.size() < 4) {
        left.add(sub);
      } else {
        log.abort(sub, TestLogs.NO_SUBS, 0);
      }
    }
    long[] subs = left.stream().mapToLong(Long::longValue).toArray();
    assertEquals(4, subs.length);
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(task(() -> log.commit(64 * 3 - 1, TestLogs.NO_SUBS, 0)));
    tasks.add(task(() -> log.commit(top, subs, subs.length)));
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks);
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      Crew.result(future);
    }
    assertEquals(2, metrics.snapshot().get("clog.groupMembers"));
    assertEquals(XidStatus.COMMITTED, log.status(top));
    for (long i = 0; i < 70; i++) {
      long sub = i < 60 ? top + 1 + i : 64 * 4 + i;
      int expected = left.contains(sub) ? XidStatus.COMMITTED : XidStatus.ABORTED;
      assertEquals(expected, log.status(sub), "sub " + sub);
    }
  }

  /** A tree that ends with its page is one step and joins; one xid more and it is not. */
  @ParameterizedTest
  @EnumSource(names = {"GROUP_UPDATE", "BANKED"})
  void aTreeThatEndsWithItsPageJoinsAndOneThatGoesOnDoesNot(ClogStrategy strategy)
      throws Exception {
    open(strategy);
    List<Callable<Void>> tasks = new ArrayList<>();
    tasks.add(task(() -> log.commit(1, TestLogs.NO_SUBS, 0)));
    tasks.add(task(() -> log.commit(60, new long[] {61, 63}, 2)));
    tasks.add(task(() -> log.commit(50, new long[] {62, 64}, 2)));
    pool.bank(0).control().lockExclusive();
    List<Future<Void>> started = startWaiting(tasks.subList(0, 2));
    // With two banks, its first step is on the next page, which nobody holds up.
    started.add(crew.start(tasks.get(2)));
    pool.bank(0).control().unlockExclusive();
    for (Future<Void> future : started) {
      Crew.result(future);
    }
    assertEquals(2, metrics.snapshot().get("clog.groupMembers"));
    for (long xid : new long[] {1, 50, 60, 61, 62, 63, 64}) {
      assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
    }
    assertEquals(XidStatus.IN_PROGRESS, log.status(65));
  }
}
