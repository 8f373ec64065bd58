package klomp.clog;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two setters of one word: neither loses what the other set. */
public final class WordSetters {

  private static final StatusWords WORDS = new StatusWords(Pages.SMALL);

  private WordSetters() {}

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class ByOr {
    private final long[] page = WORDS.newPage();

    @Actor
    public void committer() {
      WORDS.setByOr(page, Pages.top(1, XidStatus.COMMITTED));
    }

    @Actor
    public void aborter() {
      WORDS.setByOr(page, Pages.top(2, XidStatus.ABORTED));
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 2);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class ByCompareAndSet {
    private final long[] page = WORDS.newPage();

    @Actor
    public void committer() {
      WORDS.setByCompareAndSet(page, Pages.top(1, XidStatus.COMMITTED));
    }

    @Actor
    public void aborter() {
      WORDS.setByCompareAndSet(page, Pages.top(2, XidStatus.ABORTED));
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 2);
    }
  }

  /** One xid, set by two who agree: replay beside the living. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "committed, and the neighbour too")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the OR mixed what it should not")
  @State
  public static class ByOrSubCommittedBesideCommitted {
    private final long[] page = WORDS.newPage();

    @Actor
    public void parent() {
      WORDS.setByOr(page, Pages.top(1, XidStatus.SUB_COMMITTED));
      WORDS.setByOr(page, Pages.top(1, XidStatus.COMMITTED));
    }

    @Actor
    public void neighbour() {
      WORDS.setByOr(page, Pages.top(1, XidStatus.COMMITTED));
      WORDS.setByOr(page, Pages.top(3, XidStatus.COMMITTED));
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 3);
    }
  }

  /** Read, change, write back: the setting that is meant for one setter at a time. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(
      id = {"0, 2", "1, 0"},
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "one is lost")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no other")
  @State
  public static class WeakByPlainWrite {
    private final long[] page = WORDS.newPage();

    @Actor
    public void committer() {
      WORDS.setExclusively(page, Pages.top(1, XidStatus.COMMITTED));
    }

    @Actor
    public void aborter() {
      WORDS.setExclusively(page, Pages.top(2, XidStatus.ABORTED));
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 2);
    }
  }
}
