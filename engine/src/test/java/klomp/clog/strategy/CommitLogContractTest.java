package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.api.StoreClosedException;
import klomp.api.XidTooOldException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.HostileHost;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class CommitLogContractTest {

  @TempDir Path path;

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void whatIsNoXidIsRefused(ClogStrategy strategy) {
    try (CommitLog log = TestLogs.open(path, strategy)) {
      assertThrows(InvalidRequestException.class, () -> log.status(0));
      assertThrows(InvalidRequestException.class, () -> log.status(-5));
      assertThrows(InvalidRequestException.class, () -> log.commit(0, TestLogs.NO_SUBS, 0));
      assertThrows(InvalidRequestException.class, () -> log.truncate(0));
      assertThrows(AssertionError.class, () -> log.commit(5, new long[] {4}, 1));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void anXidNobodySetIsInProgressWithoutAnyReading(ClogStrategy strategy) {
    FaultPlan faults = new FaultPlan();
    Metrics metrics = new Metrics();
    try (CommitLog log =
        TestLogs.open(path, strategy, new HostileHost(new SystemHost(), faults), 1, metrics)) {
      log.commit(63, TestLogs.NO_SUBS, 0);
      for (long xid : new long[] {62, 64, 128, 1L << 32, Long.MAX_VALUE}) {
        assertEquals(XidStatus.IN_PROGRESS, log.status(xid));
      }
      assertEquals(0, faults.count(Operation.READ));
      assertEquals(1, metrics.snapshot().get("clog.misses"));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void replayingACommitOverThreePagesChangesNothing(ClogStrategy strategy) {
    long[] subs = {11, 63, 64, 100, 127, 128, 191};
    try (CommitLog log = TestLogs.open(path, strategy)) {
      for (int i = 0; i < 2; i++) {
        log.commit(10, subs, subs.length);
        log.abort(200, new long[] {300}, 1);
        for (long xid : subs) {
          assertEquals(XidStatus.COMMITTED, log.status(xid));
        }
      }
      IllegalStateException e =
          assertThrows(IllegalStateException.class, () -> log.abort(100, TestLogs.NO_SUBS, 0));
      assertEquals("xid 100 is committed and cannot become aborted", e.getMessage());
      assertThrows(IllegalStateException.class, () -> log.commit(300, TestLogs.NO_SUBS, 0));
      assertEquals(XidStatus.ABORTED, log.status(300));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void recoveryClearsAndSetsAnew(ClogStrategy strategy) {
    try (CommitLog log = TestLogs.open(path, strategy)) {
      log.commit(1, new long[] {2, 70}, 2);
    }
    try (CommitLog log = TestLogs.open(path, strategy)) {
      log.clear(70);
      log.clear(5000);
      assertEquals(XidStatus.IN_PROGRESS, log.status(70));
      log.abort(70, TestLogs.NO_SUBS, 0);
    }
    try (CommitLog log = TestLogs.open(path, strategy)) {
      assertEquals(XidStatus.COMMITTED, log.status(2));
      assertEquals(XidStatus.ABORTED, log.status(70));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aTreeReplayedAcrossTheTruncationPointSetsWhatCanBeAskedFor(ClogStrategy strategy) {
    try (CommitLog log = TestLogs.open(path, strategy, new SystemHost(), 100, new Metrics())) {
      log.commit(90, new long[] {99, 100, 200}, 3);
      assertThrows(XidTooOldException.class, () -> log.status(90));
      assertThrows(XidTooOldException.class, () -> log.status(99));
      assertEquals(XidStatus.COMMITTED, log.status(100));
      assertEquals(XidStatus.COMMITTED, log.status(200));
      log.truncate(50);
      assertEquals(100, log.oldestXid());
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aTreeOfTenThousandIsSet(ClogStrategy strategy) {
    long[] subs = LongStream.rangeClosed(2, 10_001).toArray();
    try (CommitLog log = TestLogs.open(path, strategy)) {
      log.commit(1, subs, subs.length);
      for (long xid = 1; xid <= 10_001; xid++) {
        assertEquals(XidStatus.COMMITTED, log.status(xid));
      }
      assertEquals(XidStatus.IN_PROGRESS, log.status(10_002));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aLogFarBeyond32BitsWorks(ClogStrategy strategy) {
    long oldest = (1L << 40) - 70;
    try (CommitLog log = TestLogs.open(path, strategy, new SystemHost(), oldest, new Metrics())) {
      log.commit(oldest, new long[] {oldest + 1, oldest + 100}, 2);
    }
    try (CommitLog log = TestLogs.open(path, strategy, new SystemHost(), oldest, new Metrics())) {
      assertEquals(XidStatus.COMMITTED, log.status(oldest + 100));
      assertEquals(XidStatus.IN_PROGRESS, log.status(oldest + 99));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void afterClosingEveryCallSaysSo(ClogStrategy strategy) {
    CommitLog log = TestLogs.open(path, strategy);
    log.commit(1, TestLogs.NO_SUBS, 0);
    log.close();
    log.close();
    assertThrows(StoreClosedException.class, () -> log.status(1));
    assertThrows(StoreClosedException.class, () -> log.commit(2, TestLogs.NO_SUBS, 0));
    assertThrows(StoreClosedException.class, log::flush);
    assertThrows(StoreClosedException.class, () -> log.truncate(2));
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void closingUnderSettersAndReadersLeavesNobodyWaiting(ClogStrategy strategy) throws Exception {
    for (int round = 0; round < 5; round++) {
      CommitLog log = TestLogs.open(path.resolve("round" + round), strategy);
      AtomicLong next = new AtomicLong(1);
      CountDownLatch under = new CountDownLatch(500);
      List<Future<Void>> users = new ArrayList<>();
      try (Crew crew = new Crew()) {
        for (int i = 0; i < 3; i++) {
          users.add(crew.start(() -> useUntilClosed(log, next, under)));
        }
        Crew.await(under);
        log.close();
        for (Future<Void> user : users) {
          Crew.result(user);
        }
      }
    }
  }

  private static Void useUntilClosed(CommitLog log, AtomicLong next, CountDownLatch under) {
    try {
      while (true) {
        long xid = next.getAndIncrement();
        log.commit(xid, TestLogs.NO_SUBS, 0);
        log.status(Math.max(1, xid - 400));
        under.countDown();
      }
    } catch (StoreClosedException expected) {
      return null;
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void theBytesAreAsDocumented(ClogStrategy strategy) throws Exception {
    CommitLogs.Settings settings = new CommitLogs.Settings(strategy, 16);
    try (CommitLog log = TestLogs.open(path, settings, new SystemHost(), 1, new Metrics())) {
      log.commit(5, TestLogs.NO_SUBS, 0);
      log.abort(7, TestLogs.NO_SUBS, 0);
      log.commit(32_768 + 33, TestLogs.NO_SUBS, 0);
      log.commit((1L << 20) + 1, TestLogs.NO_SUBS, 0);
    }
    byte[] first = Files.readAllBytes(path.resolve("000000000000000"));
    assertEquals(2 * 8192, first.length);
    assertEquals((byte) 0b10_00_01_00, first[1]);
    assertEquals((byte) 0b00_00_01_00, first[8192 + 8]);
    assertEquals((byte) 0b00_00_01_00, Files.readAllBytes(path.resolve("000000000000001"))[0]);
  }

  @Test
  void aPoolIsOfAUsefulSize() {
    assertThrows(
        InvalidRequestException.class, () -> new CommitLogs.Settings(ClogStrategy.BANKED, 3));
    assertThrows(
        InvalidRequestException.class, () -> new CommitLogs.Settings(ClogStrategy.BANKED, 40));
    assertEquals(48, new CommitLogs.Settings(ClogStrategy.BANKED, 48).buffers());
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void severalBanksAgreeWithOne(ClogStrategy strategy) {
    CommitLogs.Settings settings = new CommitLogs.Settings(strategy, 48, TestLogs.SMALL, true);
    Metrics metrics = new Metrics();
    try (CommitLog log = TestLogs.open(path, settings, new SystemHost(), 1, metrics)) {
      for (long xid = 1; xid < 64 * 120; xid += 3) {
        log.commit(xid, new long[] {xid + 1}, 1);
        log.abort(xid + 2, TestLogs.NO_SUBS, 0);
      }
      for (long xid = 1; xid < 64 * 120; xid += 3) {
        assertEquals(XidStatus.COMMITTED, log.status(xid));
        assertEquals(XidStatus.COMMITTED, log.status(xid + 1));
        assertEquals(XidStatus.ABORTED, log.status(xid + 2));
      }
      assertTrue(metrics.snapshot().get("clog.misses") >= 120);
    }
  }
}
