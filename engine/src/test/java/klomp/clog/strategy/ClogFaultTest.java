package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import klomp.api.ClogStrategy;
import klomp.api.StorageException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.HostileHost;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Files that fail, are missing or end early. 64 xids a page, 4 pages a segment, 4 slots. */
@Timeout(60)
class ClogFaultTest {

  private static final int PAGE = 64;
  private static final int SEGMENT = 4 * PAGE;

  @TempDir Path path;

  private final FaultPlan faults = new FaultPlan();
  private final Metrics metrics = new Metrics();

  private CommitLog open(ClogStrategy strategy) {
    return TestLogs.open(
        path, strategy, new HostileHost(new SystemHost(), faults), 1, new Metrics());
  }

  private CommitLog openCounted(ClogStrategy strategy) {
    return TestLogs.open(path, strategy, new HostileHost(new SystemHost(), faults), 1, metrics);
  }

  private static void commit(CommitLog log, long xid) {
    log.commit(xid, TestLogs.NO_SUBS, 0);
  }

  private static void commitPages(CommitLog log, int pages) {
    for (long page = 0; page < pages; page++) {
      commit(log, page * PAGE + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aFailedReadIsTypedAndTheNextOneTriesAgain(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 10);
    }
    try (CommitLog log = open(strategy)) {
      faults.failNth(Operation.READ, 1);
      assertThrows(StorageException.class, () -> log.status(1));
      assertEquals(XidStatus.COMMITTED, log.status(1));
      faults.failNth(Operation.READ, 1);
      assertThrows(StorageException.class, () -> commit(log, PAGE + 2));
      commit(log, PAGE + 2);
      assertEquals(XidStatus.COMMITTED, log.status(PAGE + 1));
      assertEquals(XidStatus.COMMITTED, log.status(PAGE + 2));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void everybodyWhoWaitsForAFailedReadIsTold(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 10);
    }
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      CountDownLatch reading = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      faults.setHook(
          (operation, file) -> {
            if (operation == Operation.READ) {
              reading.countDown();
              Crew.await(go);
            }
          });
      faults.failAll(Operation.READ);
      List<Future<Integer>> waiting = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        waiting.add(crew.start(() -> log.status(1)));
      }
      Crew.await(reading);
      go.countDown();
      for (Future<Integer> future : waiting) {
        ExecutionException e =
            assertThrows(ExecutionException.class, () -> future.get(30, TimeUnit.SECONDS));
        assertInstanceOf(StorageException.class, e.getCause());
      }
      faults.failNone();
      assertEquals(XidStatus.COMMITTED, log.status(1));
    }
  }

  @ParameterizedTest
  @EnumSource(value = ClogStrategy.class, mode = Mode.EXCLUDE, names = "DIRECT")
  void aFailedWriteOfAVictimEndsAllChanges(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      faults.failNth(Operation.WRITE, 1);
      StorageException first = assertThrows(StorageException.class, () -> commitPages(log, 20));
      assertTrue(first.getMessage().contains("page"), first.getMessage());
      assertThrows(StorageException.class, () -> commit(log, 2));
      assertThrows(StorageException.class, log::flush);
      assertEquals(XidStatus.COMMITTED, log.status(PAGE + 1), "what is in memory is still right");
    }
    // Nothing more was written; what had not been is as if it never was.
    assertEquals(1, faults.count(Operation.WRITE));
    assertEquals(0, faults.count(Operation.SYNC));
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aFailedSyncIsNeverRepeated(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commit(log, 1);
      faults.failNth(Operation.SYNC, 1);
      assertThrows(StorageException.class, log::flush);
      assertThrows(StorageException.class, log::flush);
      assertThrows(StorageException.class, () -> commit(log, 2));
      assertThrows(StorageException.class, () -> log.abort(2, TestLogs.NO_SUBS, 0));
      assertThrows(StorageException.class, () -> log.truncate(2));
      assertEquals(XidStatus.COMMITTED, log.status(1));
    }
    assertEquals(1, faults.count(Operation.SYNC));
    try (CommitLog log = open(strategy)) {
      commit(log, 1);
      log.flush();
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aFailedDirectorySyncEndsAllChanges(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commit(log, 1);
      faults.failNth(Operation.DIRECTORY_SYNC, 1);
      assertThrows(StorageException.class, log::flush);
      assertThrows(StorageException.class, () -> commit(log, 2));
    }
    assertEquals(1, faults.count(Operation.DIRECTORY_SYNC));
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void evictionNeverSyncsAndAFlushSyncsEachTouchedSegmentOnce(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 4 * 10);
      assertEquals(0, faults.count(Operation.SYNC));
      log.flush();
      assertEquals(10, faults.count(Operation.SYNC));
      assertEquals(1, faults.count(Operation.DIRECTORY_SYNC));
      log.flush();
      assertEquals(10, faults.count(Operation.SYNC));
      commit(log, 2);
      log.flush();
      assertEquals(11, faults.count(Operation.SYNC));
      assertEquals(1, faults.count(Operation.DIRECTORY_SYNC));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aSegmentRemovedWhileItsWritesAreUnsyncedNeitherFailsNorComesBack(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 12);
      log.truncate(2L * SEGMENT);
      log.flush();
      commit(log, 3L * SEGMENT);
      log.flush();
      assertEquals(List.of("000000000000002", "000000000000003"), names());
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aRemovalThatFailedIsMadeUpForByTheNext(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 16);
      log.flush();
      faults.failNth(Operation.DELETE, 1);
      assertThrows(StorageException.class, () -> log.truncate(SEGMENT));
      commit(log, 15 * PAGE + 2);
      log.truncate(2L * SEGMENT);
      assertEquals(List.of("000000000000002", "000000000000003"), names());
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void missingAndShortSegmentsReadAsInProgress(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 12);
    }
    Files.delete(path.resolve("000000000000000"));
    Path second = path.resolve("000000000000001");
    Files.write(second, Arrays.copyOf(Files.readAllBytes(second), 20));
    try (CommitLog log = open(strategy)) {
      assertEquals(XidStatus.IN_PROGRESS, log.status(1));
      assertEquals(XidStatus.COMMITTED, log.status(SEGMENT + 1));
      assertEquals(XidStatus.IN_PROGRESS, log.status(SEGMENT + PAGE + 1));
      assertEquals(XidStatus.COMMITTED, log.status(2 * SEGMENT + 1));
      commit(log, 5);
      commit(log, SEGMENT + 3 * PAGE);
    }
    try (CommitLog log = open(strategy)) {
      assertEquals(XidStatus.COMMITTED, log.status(5));
      assertEquals(XidStatus.IN_PROGRESS, log.status(1));
      assertEquals(XidStatus.COMMITTED, log.status(SEGMENT + 3 * PAGE));
      assertEquals(XidStatus.COMMITTED, log.status(SEGMENT + 1));
    }
  }

  @ParameterizedTest
  @EnumSource(value = ClogStrategy.class, mode = Mode.EXCLUDE, names = "SINGLE_WRITER")
  void aSlowReadHoldsUpOnlyWhoNeedsThatPage(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 10);
    }
    slowRead(strategy, log -> commit(log, 9 * PAGE + 2));
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aSlowReadHoldsUpNoReaderOfAResidentPage(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 10);
    }
    slowRead(strategy, log -> {});
  }

  private void slowRead(ClogStrategy strategy, Consumer<CommitLog> meanwhile) throws Exception {
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      assertEquals(XidStatus.COMMITTED, log.status(9 * PAGE + 1));
      CountDownLatch reading = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      faults.setHook(
          (operation, file) -> {
            if (operation == Operation.READ) {
              reading.countDown();
              Crew.await(go);
            }
          });
      Future<Integer> slow = crew.start(() -> log.status(1));
      Crew.await(reading);
      meanwhile.accept(log);
      assertEquals(XidStatus.COMMITTED, log.status(9 * PAGE + 1));
      go.countDown();
      assertEquals(XidStatus.COMMITTED, Crew.result(slow));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aSlowSyncHoldsUpNeitherCommitNorEviction(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      commit(log, 1);
      CountDownLatch syncing = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      faults.setHook(
          (operation, file) -> {
            if (operation == Operation.SYNC) {
              syncing.countDown();
              Crew.await(go);
            }
          });
      Future<Void> flush =
          crew.start(
              () -> {
                log.flush();
                return null;
              });
      Crew.await(syncing);
      commit(log, 2);
      assertEquals(XidStatus.COMMITTED, log.status(2));
      commitPages(log, 20);
      go.countDown();
      Crew.result(flush);
    }
    try (CommitLog log = open(strategy)) {
      assertEquals(XidStatus.COMMITTED, log.status(2), "set during a flush, so the next writes it");
    }
  }

  @ParameterizedTest
  @EnumSource(value = ClogStrategy.class, mode = Mode.EXCLUDE, names = "SINGLE_WRITER")
  void aPageSetWhileItIsWrittenIsWrittenAgain(ClogStrategy strategy) throws Exception {
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      commit(log, 1);
      CountDownLatch writing = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      faults.setHook(
          (operation, file) -> {
            if (operation == Operation.WRITE) {
              writing.countDown();
              Crew.await(go);
            }
          });
      Future<Void> flush =
          crew.start(
              () -> {
                log.flush();
                return null;
              });
      Crew.await(writing);
      commit(log, 2);
      go.countDown();
      Crew.result(flush);
      log.flush();
    }
    assertEquals(2, faults.count(Operation.WRITE));
    try (CommitLog log = open(strategy)) {
      assertEquals(XidStatus.COMMITTED, log.status(2));
    }
  }

  @ParameterizedTest
  @EnumSource(value = ClogStrategy.class, mode = Mode.EXCLUDE, names = "DIRECT")
  void theNewestPageIsNeverEvicted(ClogStrategy strategy) {
    try (CommitLog log = open(strategy)) {
      commitPages(log, 20);
    }
    try (CommitLog log = openCounted(strategy)) {
      commit(log, 19 * PAGE + 2);
      for (long page = 0; page < 19; page++) {
        assertEquals(XidStatus.COMMITTED, log.status(page * PAGE + 1));
      }
      assertTrue(metrics.snapshot().get("clog.evictions") > 10);
      long misses = metrics.snapshot().get("clog.misses");
      commit(log, 19 * PAGE + 3);
      assertEquals(XidStatus.COMMITTED, log.status(19 * PAGE + 2));
      assertEquals(misses, metrics.snapshot().get("clog.misses"));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void readsThatFailAtRandomLoseNothingAndLeaveNobodyWaiting(ClogStrategy strategy)
      throws Exception {
    int threads = 4;
    int each = 600;
    int last = threads * each;
    long seed = new SystemHost().seed();
    System.out.println(strategy + " seed " + seed);
    try (CommitLog log = open(strategy)) {
      for (long xid = 1; xid <= last; xid += 2) {
        commit(log, xid);
      }
    }
    AtomicInteger reads = new AtomicInteger();
    faults.setHook(
        (operation, file) -> {
          if (operation == Operation.READ
              && new Random(seed + reads.incrementAndGet()).nextInt(5) == 0) {
            throw new IOException("injected at random");
          }
        });
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      for (int t = 0; t < threads; t++) {
        Random random = new Random(seed + t);
        int offset = t;
        crew.start(
            () -> {
              for (int i = 0; i < each; i++) {
                long xid = 2L * random.nextInt(last / 2 / threads) * threads + 2 * offset + 2;
                tryAgain(() -> log.abort(xid, new long[] {xid + last * 2}, 1));
                tryAgain(() -> assertEquals(XidStatus.ABORTED, log.status(xid)));
                long old = 2L * random.nextInt(last / 2) + 1;
                tryAgain(() -> assertEquals(XidStatus.COMMITTED, log.status(old)));
              }
              return null;
            });
      }
      crew.join();
    }
  }

  private static void tryAgain(Runnable action) {
    while (true) {
      try {
        action.run();
        return;
      } catch (StorageException injected) {
        assertTrue(injected.getMessage().contains("cannot read page"), injected.getMessage());
      }
    }
  }

  private List<String> names() {
    try {
      return new SystemHost().directory(path).list();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
