package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.HostileHost;
import klomp.host.MemoryHost;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** Group update under schedules that a tool chooses: nobody is forgotten, nobody waits for ever. */
@ExtendWith(FrayTestExtension.class)
class GroupSchedulesTest {

  private static final int ITERATIONS = 200;

  private static void assertCommitted(CommitLog log, long... xids) {
    for (long xid : xids) {
      assertEquals(XidStatus.COMMITTED, log.status(xid), "xid " + xid);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void membersOfOnePageAreAllSet() throws InterruptedException {
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, new MemoryHost())) {
      Schedule.run(
          () -> Schedule.commit(log, 1),
          () -> log.commit(2, new long[] {3, 40}, 2),
          () -> Schedule.commit(log, 4));
      assertCommitted(log, 1, 2, 3, 40, 4);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void whoIsOnAnotherPageIsRefusedAndSetsAlone() throws InterruptedException {
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, new MemoryHost())) {
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

  @FrayTest(iterations = ITERATIONS)
  void aLeaderWhoseReadFailsLeavesNobodyWaiting() throws InterruptedException {
    FaultPlan faults = new FaultPlan();
    HostileHost host = new HostileHost(new MemoryHost(), faults);
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, host)) {
      Schedule.commit(log, 60);
    }
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, host)) {
      faults.failNth(Operation.READ, 1);
      boolean[] set = new boolean[3];
      Schedule.run(
          () -> set[0] = Schedule.tryCommit(log, 1),
          () -> set[1] = Schedule.tryCommit(log, 2),
          () -> set[2] = Schedule.tryCommit(log, 3));
      for (int i = 0; i < set.length; i++) {
        assertEquals(set[i] ? XidStatus.COMMITTED : XidStatus.IN_PROGRESS, log.status(i + 1));
      }
      assertCommitted(log, 60);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void interruptsBreakNoGroup() throws InterruptedException {
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, new MemoryHost())) {
      Thread[] threads =
          Schedule.start(
              () -> Schedule.commit(log, 1),
              () -> Schedule.commit(log, 2),
              () -> Schedule.commit(log, 3));
      for (Thread thread : threads) {
        thread.interrupt();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertCommitted(log, 1, 2, 3);
    }
  }
}
