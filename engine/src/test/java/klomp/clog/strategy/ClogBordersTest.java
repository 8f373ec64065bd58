package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import klomp.api.ClogStrategy;
import klomp.api.XidTooOldException;
import klomp.clog.ClogGeometry;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.HostileHost;
import klomp.host.MemoryHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The last xid of a page or segment and the first of the next. 64 xids a page, 4 pages a segment.
 */
@Timeout(60)
class ClogBordersTest {

  private static final long PAGE = 64;
  private static final long SEGMENT = 4 * PAGE;
  private static final Path MEMORY = Path.of("memory");

  private final MemoryHost host = new MemoryHost();

  private CommitLog open(ClogStrategy strategy, long oldestXid) {
    return TestLogs.open(MEMORY, strategy, host, oldestXid, new Metrics());
  }

  private static void commit(CommitLog log, long xid) {
    log.commit(xid, TestLogs.NO_SUBS, 0);
  }

  private static void commitAll(CommitLog log, long first, long beyond) {
    LongStream.range(first, beyond).forEach(xid -> commit(log, xid));
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void theNextXidIsInProgressAlsoWhereItsPageBegins(ClogStrategy strategy) {
    FaultPlan faults = new FaultPlan();
    for (ClogGeometry geometry : List.of(TestLogs.SMALL, ClogGeometry.DEFAULT)) {
      long border = geometry.firstXid(1);
      CommitLogs.Settings settings = new CommitLogs.Settings(strategy, 16, geometry, true);
      try (CommitLog log =
          TestLogs.open(
              MEMORY, settings, new HostileHost(new MemoryHost(), faults), 1, new Metrics())) {
        commit(log, border - 1);
        assertEquals(XidStatus.IN_PROGRESS, log.status(border));
        assertEquals(XidStatus.COMMITTED, log.status(border - 1));
        assertEquals(0, faults.count(Operation.READ));
        commit(log, border);
        assertEquals(XidStatus.COMMITTED, log.status(border));
        assertEquals(XidStatus.IN_PROGRESS, log.status(border + 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aTreeIsCutExactlyAtTheBorder(ClogStrategy strategy) {
    long[][] trees = {
      {10, 11, 63},
      {12, 63 + 64},
      {13, 64},
      {14, 62, 65},
      {15, 61, 66, 127 + 64},
      {63 + 128, 192},
      {255, 256},
      {257, 319, 320, 383}
    };
    try (CommitLog log = open(strategy, 1)) {
      List<Long> set = new ArrayList<>();
      for (long[] tree : trees) {
        // What lies behind those that are meant must not be looked at.
        long[] subs = new long[tree.length + 1];
        System.arraycopy(tree, 1, subs, 0, tree.length - 1);
        subs[tree.length - 1] = 2;
        subs[tree.length] = Long.MAX_VALUE;
        log.commit(tree[0], subs, tree.length - 1);
        LongStream.of(tree).forEach(set::add);
        for (long xid = 1; xid < 6 * PAGE + 2; xid++) {
          int expected = set.contains(xid) ? XidStatus.COMMITTED : XidStatus.IN_PROGRESS;
          assertEquals(expected, log.status(xid), "xid " + xid + " after " + tree[0]);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void whatIsReplayedAcrossABorderLeavesTheDurableOnBothSides(ClogStrategy strategy) {
    long border = SEGMENT;
    try (CommitLog log = open(strategy, 1)) {
      commitAll(log, 1, border - 2);
      log.flush();
      commitAll(log, border - 2, border + 6);
    }
    try (CommitLog log = open(strategy, 1)) {
      // Recovery: what was not finished at the checkpoint is cleared; then the log is replayed,
      // which has lost the last three, and once more after a crash in between.
      for (int round = 0; round < 2; round++) {
        for (long xid = border - 2; xid < border + 6; xid++) {
          log.clear(xid);
        }
        log.commit(border - 2, new long[] {border - 1, border, border + 1}, 3);
        log.abort(border + 2, TestLogs.NO_SUBS, 0);
      }
    }
    try (CommitLog log = open(strategy, 1)) {
      for (long xid = 1; xid < border + 2; xid++) {
        assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
      }
      assertEquals(XidStatus.ABORTED, log.status(border + 2));
      for (long xid = border + 3; xid < border + 6; xid++) {
        assertEquals(XidStatus.IN_PROGRESS, log.status(xid), "xid " + xid);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = ClogStrategy.class, mode = Mode.EXCLUDE, names = "DIRECT")
  void afterRecoveryAtABorderThePageBegunNextIsNoVictim(ClogStrategy strategy) {
    long border = 10 * PAGE;
    try (CommitLog log = open(strategy, 1)) {
      commitAll(log, 1, border);
    }
    Metrics metrics = new Metrics();
    try (CommitLog log = TestLogs.open(MEMORY, strategy, host, 1, metrics)) {
      commit(log, border);
      for (long page = 0; page < 10; page++) {
        assertEquals(XidStatus.COMMITTED, log.status(page * PAGE + 1));
      }
      long misses = metrics.snapshot().get("clog.misses");
      commit(log, border + 1);
      assertEquals(XidStatus.COMMITTED, log.status(border));
      assertEquals(misses, metrics.snapshot().get("clog.misses"), "the newest page was evicted");
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void truncationAtAnyPlaceKeepsWhatIsNotBelow(ClogStrategy strategy) throws Exception {
    long end = 4 * SEGMENT;
    long[] cuts = {
      1,
      2,
      PAGE - 1,
      PAGE,
      SEGMENT - 1,
      SEGMENT,
      SEGMENT + 1,
      SEGMENT + PAGE - 1,
      SEGMENT + PAGE,
      2 * SEGMENT - 1,
      2 * SEGMENT,
      end - 1
    };
    try (CommitLog log = open(strategy, 1)) {
      commitAll(log, 1, end);
      log.flush();
      for (long cut : cuts) {
        log.truncate(cut);
        assertEquals(XidStatus.COMMITTED, log.status(cut), "cut at " + cut);
        assertEquals(XidStatus.COMMITTED, log.status(end - 1));
        if (cut > 1) {
          assertThrows(XidTooOldException.class, () -> log.status(cut - 1));
        }
        assertEquals(4 - cut / SEGMENT, host.directory(MEMORY).list().size(), "cut at " + cut);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void numbersGoOnBeyond32Bits(ClogStrategy strategy) {
    long border = 1L << 32;
    long oldest = border - 70;
    try (CommitLog log = open(strategy, oldest)) {
      log.commit(border - 3, new long[] {border - 1, border, border + 1}, 3);
      log.abort(border - 2, new long[] {border + 64}, 1);
    }
    try (CommitLog log = open(strategy, oldest)) {
      assertEquals(XidStatus.COMMITTED, log.status(border - 1));
      assertEquals(XidStatus.COMMITTED, log.status(border));
      assertEquals(XidStatus.COMMITTED, log.status(border + 1));
      assertEquals(XidStatus.ABORTED, log.status(border + 64));
      assertEquals(XidStatus.IN_PROGRESS, log.status(border + 2));
      log.truncate(border);
      assertEquals(XidStatus.COMMITTED, log.status(border));
      assertThrows(XidTooOldException.class, () -> log.status(border - 1));
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void twoWhoTruncateBesideOneWhoGoesOnLoseNothingThatIsKept(ClogStrategy strategy)
      throws Exception {
    long last = 200 * PAGE;
    AtomicLong done = new AtomicLong();
    AtomicBoolean over = new AtomicBoolean();
    long oldest;
    try (CommitLog log = open(strategy, 1);
        Crew crew = new Crew()) {
      Future<Void> setter =
          crew.start(
              () -> {
                for (long xid = 1; xid <= last; xid++) {
                  commit(log, xid);
                  done.set(xid);
                }
                return null;
              });
      crew.start(() -> truncateBehind(log, done, over, 3 * PAGE));
      crew.start(() -> truncateBehind(log, done, over, 5 * PAGE + 7));
      crew.start(
          () -> {
            while (!over.get()) {
              log.flush();
            }
            return null;
          });
      Crew.result(setter);
      over.set(true);
      crew.join();
      oldest = log.oldestXid();
      for (long xid = oldest; xid <= last; xid++) {
        assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
      }
    }
    long first = TestLogs.SMALL.segment(TestLogs.SMALL.page(oldest));
    assertEquals(
        TestLogs.SMALL.segment(TestLogs.SMALL.page(last)) - first + 1,
        host.directory(MEMORY).list().size(),
        "no segment below the oldest comes back");
    try (CommitLog log = open(strategy, oldest)) {
      for (long xid = oldest; xid <= last; xid++) {
        assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
      }
    }
  }

  private static Void truncateBehind(
      CommitLog log, AtomicLong done, AtomicBoolean over, long distance) {
    Random random = new Random(distance);
    while (!over.get()) {
      log.truncate(Math.max(1, done.get() - distance - random.nextLong(PAGE)));
    }
    return null;
  }
}
