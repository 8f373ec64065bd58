package klomp.sync;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A waiter and the one who settles. Who comes back from waiting sees what was done before (r1) and
 * the failure (r2). A lost wake-up shows as a test that does not end.
 */
public final class Settlements {

  private static final RuntimeException FAILURE = new RuntimeException("injected");

  private Settlements() {}

  @JCStressTest
  @Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "the work and the failure")
  @Outcome(expect = Expect.FORBIDDEN, desc = "woken without them")
  @State
  public static class WorkBeforeSettling {
    private volatile Settlement handed;
    private int work;

    @Actor
    public void waiter(II_Result r) {
      Settlement mine = new Settlement();
      handed = mine;
      Throwable failure = mine.await();
      r.r1 = work;
      r.r2 = failure == FAILURE ? 1 : 0;
    }

    @Actor
    public void worker() {
      Settlement theirs = handed;
      while (theirs == null) {
        Thread.onSpinWait();
        theirs = handed;
      }
      work = 7;
      theirs.settle(FAILURE);
    }
  }

  /** Says it is done and then does it. */
  @JCStressTest
  @Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "the work and the failure")
  @Outcome(
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "woken without them")
  @State
  public static class WeakSettledBeforeWork {
    private volatile boolean settled;
    private volatile int work;
    private volatile Throwable failure;

    @Actor
    public void waiter(II_Result r) {
      while (!settled) {
        Thread.onSpinWait();
      }
      r.r1 = work;
      r.r2 = failure == FAILURE ? 1 : 0;
    }

    @Actor
    public void worker() {
      settled = true;
      work = 7;
      failure = FAILURE;
    }
  }
}
