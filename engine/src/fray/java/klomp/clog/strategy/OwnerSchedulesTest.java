package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import klomp.api.ClogStrategy;
import klomp.api.StoreClosedException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.MemoryHost;
import org.junit.jupiter.api.extension.ExtendWith;
import org.pastalab.fray.junit.junit5.FrayTestExtension;
import org.pastalab.fray.junit.junit5.annotations.FrayTest;

/** The owner thread of {@code single-writer} under schedules that Fray chooses. */
@ExtendWith(FrayTestExtension.class)
class OwnerSchedulesTest {

  private static final int ITERATIONS = 100;

  private static final class Once extends OwnerWork {
    private int times;

    @Override
    void perform() {
      times++;
    }
  }

  private static void callOrBeRefused(OwnerThread owner) {
    Once work = new Once();
    try {
      owner.call(work);
      assertEquals(1, work.times);
    } catch (StoreClosedException refused) {
      assertEquals(0, work.times);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void aCallAgainstCloseIsDoneOrRefused() {
    OwnerThread owner = new OwnerThread(new MemoryHost(), "owner");
    Schedule.run(() -> callOrBeRefused(owner), () -> callOrBeRefused(owner), owner::close);
    Once late = new Once();
    try {
      owner.call(late);
      assertTrue(false, "accepted after closing");
    } catch (StoreClosedException expected) {
      assertEquals(0, late.times);
    }
  }

  @FrayTest(iterations = ITERATIONS)
  void settersAndAReaderOfOneOwner() {
    try (CommitLog log = Schedule.open(ClogStrategy.SINGLE_WRITER, new MemoryHost())) {
      Schedule.run(
          () -> Schedule.commit(log, 1),
          () -> {
            Schedule.commit(log, 2);
            assertEquals(XidStatus.COMMITTED, log.status(2));
          });
      assertEquals(XidStatus.COMMITTED, log.status(1));
    }
  }
}
