package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.ClogStrategy;
import klomp.api.XidTooOldException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on few slots: what is set stays, and a tree is never seen in half. */
@Timeout(120)
class ClogConcurrencyTest {

  private static final int SETTERS = 4;
  private static final int TREES = 1500;

  @TempDir Path path;

  /** A tree of one setter: every xid of it is that setter's alone. */
  private record Tree(long xid, long[] subs, boolean commit) {
    int status() {
      return commit ? XidStatus.COMMITTED : XidStatus.ABORTED;
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void readersNeverSeeATreeInHalfAndNothingIsLost(ClogStrategy strategy) throws Exception {
    long seed = new SystemHost().seed();
    System.out.println(strategy + " seed " + seed);
    List<List<Tree>> plans = plans(new Random(seed));
    try (CommitLog log = TestLogs.open(path, strategy);
        Crew crew = new Crew()) {
      AtomicBoolean over = new AtomicBoolean();
      AtomicLong progress = new AtomicLong();
      List<java.util.concurrent.Future<Void>> setters = new ArrayList<>();
      for (List<Tree> plan : plans) {
        setters.add(crew.start(() -> setAll(log, plan, progress)));
      }
      for (int i = 0; i < 2; i++) {
        long readerSeed = seed + i;
        crew.start(() -> watch(log, plans, over, progress, new Random(readerSeed)));
      }
      for (var setter : setters) {
        Crew.result(setter);
      }
      over.set(true);
      crew.join();
      checkAll(log, plans);
    }
    try (CommitLog log = TestLogs.open(path, strategy)) {
      checkAll(log, plans);
    }
  }

  /**
   * Consecutive xids are dealt out to the setters at random, so that they share words and pages.
   */
  private static List<List<Tree>> plans(Random random) {
    List<List<Long>> hands = new ArrayList<>();
    List<List<Tree>> plans = new ArrayList<>();
    for (int i = 0; i < SETTERS; i++) {
      hands.add(new ArrayList<>());
      plans.add(new ArrayList<>());
    }
    long xid = 1;
    while (plans.stream().mapToInt(List::size).min().orElseThrow() < TREES) {
      int setter = random.nextInt(SETTERS);
      List<Long> hand = hands.get(setter);
      hand.add(xid++);
      int wanted = random.nextInt(10) == 0 ? 20 + random.nextInt(60) : 1 + random.nextInt(6);
      if (hand.size() >= wanted) {
        long[] subs = hand.stream().skip(1).mapToLong(Long::longValue).toArray();
        plans.get(setter).add(new Tree(hand.get(0), subs, random.nextInt(4) != 0));
        hand.clear();
      }
    }
    return plans;
  }

  private static Void setAll(CommitLog log, List<Tree> plan, AtomicLong progress) {
    for (Tree tree : plan) {
      if (tree.commit()) {
        log.commit(tree.xid(), tree.subs(), tree.subs().length);
      } else {
        log.abort(tree.xid(), tree.subs(), tree.subs().length);
      }
      assertEquals(tree.status(), log.status(tree.xid()), "just set: " + tree.xid());
      progress.accumulateAndGet(tree.xid(), Math::max);
    }
    return null;
  }

  private static Void watch(
      CommitLog log,
      List<List<Tree>> plans,
      AtomicBoolean over,
      AtomicLong progress,
      Random random) {
    while (!over.get()) {
      List<Tree> plan = plans.get(random.nextInt(plans.size()));
      int near = (int) Math.min(plan.size() - 1, progress.get() * plan.size() / lastXid(plan));
      int at = Math.max(0, Math.min(plan.size() - 1, near - 3 + random.nextInt(7)));
      watch(log, plan.get(random.nextInt(20) == 0 ? random.nextInt(plan.size()) : at));
    }
    return null;
  }

  private static long lastXid(List<Tree> plan) {
    return plan.get(plan.size() - 1).xid();
  }

  private static void watch(CommitLog log, Tree tree) {
    int top = log.status(tree.xid());
    assertTrue(top == XidStatus.IN_PROGRESS || top == tree.status(), () -> tree.xid() + ": " + top);
    for (long sub : tree.subs()) {
      int status = log.status(sub);
      if (top == XidStatus.COMMITTED) {
        assertNotEquals(XidStatus.IN_PROGRESS, status, tree.xid() + " without " + sub);
      }
      assertNotEquals(
          tree.commit() ? XidStatus.ABORTED : XidStatus.COMMITTED, status, "xid " + sub);
      if (status == XidStatus.COMMITTED) {
        assertEquals(XidStatus.COMMITTED, log.status(tree.xid()), sub + " before " + tree.xid());
      }
    }
    if (top != XidStatus.IN_PROGRESS) {
      assertEquals(top, log.status(tree.xid()));
    }
  }

  private static void checkAll(CommitLog log, List<List<Tree>> plans) {
    for (List<Tree> plan : plans) {
      for (Tree tree : plan) {
        assertEquals(tree.status(), log.status(tree.xid()), "xid " + tree.xid());
        for (long sub : tree.subs()) {
          assertEquals(tree.status(), log.status(sub), "sub " + sub + " of " + tree.xid());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aReaderThatMeetsTruncationGetsTheValueOrTooOld(ClogStrategy strategy) throws Exception {
    int last = 64 * 100;
    try (CommitLog log = TestLogs.open(path, strategy);
        Crew crew = new Crew()) {
      for (long xid = 1; xid <= last; xid++) {
        log.commit(xid, TestLogs.NO_SUBS, 0);
      }
      log.flush();
      AtomicBoolean over = new AtomicBoolean();
      for (int i = 0; i < 2; i++) {
        crew.start(() -> readOldest(log, over));
      }
      // Two who truncate, to different places.
      var one = crew.start(() -> truncateUp(log, last, 64 * 3));
      var two = crew.start(() -> truncateUp(log, last, 64 * 5 + 7));
      Crew.result(one);
      Crew.result(two);
      over.set(true);
      crew.join();
      assertEquals(XidStatus.COMMITTED, log.status(last));
    }
    try (CommitLog log = TestLogs.open(path, strategy, new SystemHost(), last, new Metrics())) {
      assertEquals(XidStatus.COMMITTED, log.status(last));
    }
    assertEquals(
        1, new SystemHost().directory(path).list().size(), "only the last segment is left");
  }

  private static Void truncateUp(CommitLog log, int last, int step) {
    for (long xid = step; xid < last; xid += step) {
      log.truncate(xid);
      assertTrue(log.oldestXid() >= xid);
    }
    return null;
  }

  private static Void readOldest(CommitLog log, AtomicBoolean over) {
    while (!over.get()) {
      long oldest = log.oldestXid();
      for (long xid = Math.max(1, oldest - 1); xid < oldest + 5; xid++) {
        try {
          assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
        } catch (XidTooOldException e) {
          assertTrue(xid < log.oldestXid());
        }
      }
    }
    return null;
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void interruptsNeitherBreakNorGetLost(ClogStrategy strategy) throws Exception {
    int each = 1500;
    int threads = 4;
    try (CommitLog log = TestLogs.open(path, strategy);
        Crew crew = new Crew()) {
      for (int t = 0; t < threads; t++) {
        int offset = t;
        crew.start(
            () -> {
              Random random = new Random(offset);
              for (int i = 0; i < each; i++) {
                long xid = 1 + (long) i * threads + offset;
                Thread.currentThread().interrupt();
                log.commit(xid, TestLogs.NO_SUBS, 0);
                long mine = 1 + (long) random.nextInt(i + 1) * threads + offset;
                assertEquals(XidStatus.COMMITTED, log.status(mine));
                assertTrue(Thread.interrupted(), "the flag is kept");
              }
              return null;
            });
      }
      crew.join();
      Thread.currentThread().interrupt();
      log.flush();
      assertTrue(Thread.interrupted());
    }
    try (CommitLog log = TestLogs.open(path, strategy)) {
      for (long xid = 1; xid <= (long) each * threads; xid++) {
        assertEquals(XidStatus.COMMITTED, log.status(xid));
      }
    }
  }
}
