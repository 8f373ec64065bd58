package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.MemoryHost;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** Group update under schedules that Fray chooses: nobody is forgotten, nobody waits for ever. */
@ExtendWith(FrayTestExtension.class)
class GroupSchedulesTest {

  private static final int ITERATIONS = 200;

  /** With the pages in their slots; {@link SlotSchedulesTest} has groups whose page is missing. */
  private static CommitLog openWithPages() {
    CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, new MemoryHost());
    Schedule.commit(log, 63);
    Schedule.commit(log, 127);
    return log;
  }

  private static void assertCommitted(CommitLog log, long... xids) {
    for (long xid : xids) {
      assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void membersOfOnePageAreAllSet() {
    try (CommitLog log = openWithPages()) {
      Schedule.run(
          () -> Schedule.commit(log, 1),
          () -> log.commit(2, new long[] {3, 40}, 2),
          () -> Schedule.commit(log, 4),
          // Has the lock shared, so that setters find it taken.
          () -> {
            for (int i = 0; i < 3; i++) {
              assertCommitted(log, 63);
            }
          });
      assertCommitted(log, 1, 2, 3, 40, 4);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void whoIsOnAnotherPageIsRefusedAndSetsAlone() {
    try (CommitLog log = openWithPages()) {
      Schedule.run(
          () -> {
            Schedule.commit(log, 1);
            Schedule.commit(log, 70);
          },
          () -> {
            Schedule.commit(log, 71);
            Schedule.commit(log, 2);
          },
          () -> Schedule.commit(log, 3));
      assertCommitted(log, 1, 2, 3, 70, 71);
    }
  }

  private static void commitInterrupted(CommitLog log, long xid) {
    Thread.currentThread().interrupt();
    Schedule.commit(log, xid);
    assertTrue(Thread.interrupted(), "the interrupt is lost");
  }

  @FrayTest(iterations = ITERATIONS)
  void interruptsBreakNoGroup() {
    try (CommitLog log = openWithPages()) {
      // Each its own: Fray 0.9.2 waits for ever for a thread that is interrupted by another while
      // it waits for a condition uninterruptibly.
      Schedule.run(
          () -> commitInterrupted(log, 1),
          () -> commitInterrupted(log, 2),
          () -> commitInterrupted(log, 3));
      assertCommitted(log, 1, 2, 3);
    }
  }
}
