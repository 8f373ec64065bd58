package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import klomp.api.ClogStrategy;
import klomp.api.StorageException;
import klomp.api.XidTooOldException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.FaultPlan;
import klomp.host.FaultPlan.Operation;
import klomp.host.HostileHost;
import klomp.host.MemoryHost;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/**
 * The states of a slot, and the group that meets them, under schedules that Fray chooses. Four
 * slots, 64 xids a page.
 */
@ExtendWith(FrayTestExtension.class)
class SlotSchedulesTest {

  private static final int ITERATIONS = 200;
  private static final int PAGE = 64;

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
  void twoReadersOfAMissingPageAgree() {
    MemoryHost host = new MemoryHost();
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      commitPages(log, 0, 2);
    }
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      Schedule.run(
          () -> assertPages(log, 0, 1), () -> assertPages(log, 0, 1), () -> assertPages(log, 1, 2));
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void aFailedReadIsToldToThoseWhoWait() {
    FaultPlan faults = new FaultPlan();
    HostileHost host = new HostileHost(new MemoryHost(), faults);
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      commitPages(log, 0, 1);
    }
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      faults.failNth(Operation.READ, 1);
      Runnable read =
          () -> {
            try {
              assertPages(log, 0, 1);
            } catch (StorageException injected) {
              // Told: that is all that is asked.
            }
          };
      boolean[] set = new boolean[1];
      Schedule.run(read, read, () -> set[0] = Schedule.tryCommit(log, PAGE + 1));
      assertPages(log, 0, set[0] ? 2 : 1);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void truncationUnderReadersAndEvictions() {
    MemoryHost host = new MemoryHost();
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      commitPages(log, 0, 6);
      Schedule.run(
          () -> log.truncate(4L * PAGE + 1),
          () -> {
            try {
              assertPages(log, 0, 2);
            } catch (XidTooOldException expected) {
              // A value or this.
            }
          },
          () -> commitPages(log, 6, 8));
      assertPages(log, 4, 8);
      log.flush();
    }
    try (CommitLog log = Schedule.open(ClogStrategy.CONTROL_LOCK, host)) {
      assertPages(log, 4, 8);
      assertEquals(XidStatus.IN_PROGRESS, log.status(1), "a removed segment came back");
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void aGroupWhoseFirstReadFailsLeavesNobodyWaiting() {
    FaultPlan faults = new FaultPlan();
    HostileHost host = new HostileHost(new MemoryHost(), faults);
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, host)) {
      commitPages(log, 0, 1);
    }
    try (CommitLog log = Schedule.open(ClogStrategy.GROUP_UPDATE, host)) {
      faults.failNth(Operation.READ, 1);
      boolean[] set = new boolean[3];
      Schedule.run(
          () -> set[0] = Schedule.tryCommit(log, 2),
          () -> set[1] = Schedule.tryCommit(log, 3),
          () -> set[2] = Schedule.tryCommit(log, 4));
      for (int i = 0; i < set.length; i++) {
        assertEquals(set[i] ? XidStatus.COMMITTED : XidStatus.IN_PROGRESS, log.status(i + 2));
      }
      assertPages(log, 0, 1);
    }
  }
}
