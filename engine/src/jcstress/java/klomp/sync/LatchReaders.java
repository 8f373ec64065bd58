package klomp.sync;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** An optimistic reader of two fields beside a writer of both, and two writers of one. */
public final class LatchReaders {

  private static final int TORN = -1;

  private LatchReaders() {}

  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "before or after")
  @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "thrown away")
  @Outcome(expect = Expect.FORBIDDEN, desc = "torn, and taken for whole")
  @State
  public static class Validated {
    private final VersionLatches latches = new VersionLatches(1);
    private int a;
    private int b;

    @Actor
    public void writer() {
      latches.lock(0);
      a = 1;
      b = 1;
      latches.unlock(0);
    }

    @Actor
    public void reader(II_Result r) {
      long version = latches.optimistic(0);
      int first = a;
      int second = b;
      boolean whole = latches.validate(0, version);
      r.r1 = whole ? first : TORN;
      r.r2 = whole ? second : TORN;
    }
  }

  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "before or after")
  @Outcome(
      id = {"0, 1", "1, 0"},
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "torn, and taken for whole")
  @State
  public static class WeakNotValidated {
    private final VersionLatches latches = new VersionLatches(1);
    private int a;
    private int b;

    @Actor
    public void writer() {
      latches.lock(0);
      a = 1;
      b = 1;
      latches.unlock(0);
    }

    @Actor
    public void reader(II_Result r) {
      latches.optimistic(0);
      r.r1 = a;
      r.r2 = b;
    }
  }

  @JCStressTest
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "one after the other")
  @Outcome(expect = Expect.FORBIDDEN, desc = "both at once")
  @State
  public static class TwoWriters {
    private final VersionLatches latches = new VersionLatches(1);
    private int count;

    private void add() {
      latches.lock(0);
      count++;
      latches.unlock(0);
    }

    @Actor
    public void one() {
      add();
    }

    @Actor
    public void two() {
      add();
    }

    @Arbiter
    public void look(I_Result r) {
      r.r1 = count;
    }
  }
}
