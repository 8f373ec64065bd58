package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.MemoryHost;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/**
 * Each strategy whole, under schedules that Fray chooses: what one thread sets is neither lost to
 * another setter of the same word, nor to an eviction, a flush or a reopening, and nobody waits for
 * ever. Each of these tests has been seen to fail with a fault planted in its strategy: see
 * TESTING.md.
 */
@ExtendWith(FrayTestExtension.class)
class StrategySchedulesTest {

  private static final int ITERATIONS = 100;
  private static final int PAGE = 64;

  /** Three set neighbours of one word and see their own; a fourth holds what it can of the lock. */
  private static void setOneWord(ClogStrategy strategy) {
    MemoryHost host = new MemoryHost();
    try (CommitLog log = Schedule.open(strategy, host)) {
      Schedule.commit(log, 31);
      Schedule.run(
          () -> {
            Schedule.commit(log, 1);
            assertEquals(XidStatus.COMMITTED, log.status(1));
          },
          () -> {
            log.commit(2, new long[] {3, 40}, 2);
            assertEquals(XidStatus.COMMITTED, log.status(40));
          },
          () -> {
            log.abort(4, TestLogs.NO_SUBS, 0);
            assertEquals(XidStatus.ABORTED, log.status(4));
          },
          () -> assertEquals(XidStatus.COMMITTED, log.status(31)));
      assertOneWord(log);
      log.flush();
    }
    try (CommitLog log = Schedule.open(strategy, host)) {
      assertOneWord(log);
    }
  }

  private static void assertOneWord(CommitLog log) {
    for (long xid : new long[] {1, 2, 3, 40, 31}) {
      assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
    }
    assertEquals(XidStatus.ABORTED, log.status(4));
    assertEquals(XidStatus.IN_PROGRESS, log.status(5));
  }

  /** Pages are evicted and flushed while the oldest of them, dirty or written, is set. */
  private static void setFlushAndEvict(ClogStrategy strategy) {
    MemoryHost host = new MemoryHost();
    try (CommitLog log = Schedule.open(strategy, host)) {
      commitPages(log, 0, 4);
      Schedule.run(
          () -> commitPages(log, 4, 6),
          log::flush,
          () -> {
            Schedule.commit(log, 2);
            assertEquals(XidStatus.COMMITTED, log.status(2));
          },
          () -> Schedule.commit(log, 3));
      assertPages(log, 0, 6);
      log.flush();
    }
    try (CommitLog log = Schedule.open(strategy, host)) {
      assertEquals(XidStatus.COMMITTED, log.status(2));
      assertEquals(XidStatus.COMMITTED, log.status(3));
      assertPages(log, 0, 6);
    }
  }

  private static void commitPages(CommitLog log, int from, int beyond) {
    for (long page = from; page < beyond; page++) {
      Schedule.commit(log, page * PAGE + 1);
    }
  }

  private static void assertPages(CommitLog log, int from, int beyond) {
    for (long page = from; page < beyond; page++) {
      assertEquals(XidStatus.COMMITTED, log.status(page * PAGE + 1), "page " + page);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void controlLockSetsOneWord() {
    setOneWord(ClogStrategy.CONTROL_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void controlLockSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.CONTROL_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void groupUpdateSetsOneWord() {
    setOneWord(ClogStrategy.GROUP_UPDATE);
  }

  @FrayTest(iterations = ITERATIONS)
  void groupUpdateSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.GROUP_UPDATE);
  }

  @FrayTest(iterations = ITERATIONS)
  void contentLockSetsOneWord() {
    setOneWord(ClogStrategy.CONTENT_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void contentLockSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.CONTENT_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void noContentLockSetsOneWord() {
    setOneWord(ClogStrategy.NO_CONTENT_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void noContentLockSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.NO_CONTENT_LOCK);
  }

  @FrayTest(iterations = ITERATIONS)
  void bankedSetsOneWord() {
    setOneWord(ClogStrategy.BANKED);
  }

  @FrayTest(iterations = ITERATIONS)
  void bankedSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.BANKED);
  }

  @FrayTest(iterations = ITERATIONS)
  void singleWriterSetsOneWord() {
    setOneWord(ClogStrategy.SINGLE_WRITER);
  }

  @FrayTest(iterations = ITERATIONS)
  void singleWriterSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.SINGLE_WRITER);
  }

  @FrayTest(iterations = ITERATIONS)
  void directSetsOneWord() {
    setOneWord(ClogStrategy.DIRECT);
  }

  @FrayTest(iterations = ITERATIONS)
  void directSetsFlushesAndEvicts() {
    setFlushAndEvict(ClogStrategy.DIRECT);
  }
}
