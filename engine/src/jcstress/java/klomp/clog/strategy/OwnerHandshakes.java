package klomp.clog.strategy;

import java.lang.invoke.VarHandle;
import klomp.host.MemoryHost;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * How a publisher and the owner thread miss each other or not. The owner says that it is idle (or
 * gone), then looks at the ring (r2); a publisher publishes, then looks whether the owner is idle
 * (r1). If neither sees the other, work is left lying and somebody waits for ever.
 */
public final class OwnerHandshakes {

  private OwnerHandshakes() {}

  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "neither sees the other")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "one sees the other")
  @State
  public static class WithFullFences {
    private int published;
    private int idle;

    @Actor
    public void publisher(II_Result r) {
      published = 1;
      VarHandle.fullFence();
      r.r1 = idle;
    }

    @Actor
    public void owner(II_Result r) {
      idle = 1;
      VarHandle.fullFence();
      r.r2 = published;
    }
  }

  @JCStressTest
  @Outcome(
      id = "0, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "neither sees the other")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "one sees the other")
  @State
  public static class WeakWithReleaseOnly {
    private int published;
    private int idle;

    @Actor
    public void publisher(II_Result r) {
      published = 1;
      VarHandle.releaseFence();
      r.r1 = idle;
    }

    @Actor
    public void owner(II_Result r) {
      idle = 1;
      VarHandle.releaseFence();
      r.r2 = published;
    }
  }

  private static final class Add extends OwnerWork {
    private int sum;
    private final int more;

    Add(int more) {
      this.more = more;
    }

    @Override
    void perform() {
      sum += more;
    }
  }

  private static final class Shared {
    private static final OwnerThread OWNER = new OwnerThread(new MemoryHost(), "owner");
  }

  /** The real one; what is lost shows as a test that does not end. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are done once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "not done, or done twice")
  @State
  public static class CallsOfOneOwner {

    @Actor
    public void one(II_Result r) {
      Add work = new Add(1);
      Shared.OWNER.call(work);
      r.r1 = work.sum;
    }

    @Actor
    public void two(II_Result r) {
      Add work = new Add(2);
      Shared.OWNER.call(work);
      r.r2 = work.sum;
    }
  }
}
