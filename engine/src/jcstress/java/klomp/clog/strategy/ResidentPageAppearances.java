package klomp.clog.strategy;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two threads that have read one missing page agree which of the two objects is the page, and it is
 * the one found afterwards.
 */
public final class ResidentPageAppearances {

  private ResidentPageAppearances() {}

  /** A page that says in its only word who read it. */
  private static ResidentPage readBy(long reader) {
    return new ResidentPage(5, new long[] {reader});
  }

  private static int reader(ResidentPage page) {
    return (int) page.words()[0];
  }

  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first one's")
  @Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "the second one's")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two pages of one number")
  @State
  public static class ByPutIfAbsent {
    private final ResidentPages pages = new ResidentPages(0);

    @Actor
    public void one(III_Result r) {
      r.r1 = reader(pages.putIfAbsent(readBy(1)));
    }

    @Actor
    public void two(III_Result r) {
      r.r2 = reader(pages.putIfAbsent(readBy(2)));
    }

    @Arbiter
    public void look(III_Result r) {
      r.r3 = reader(pages.get(5));
    }
  }

  /** Looks, then puts. */
  @JCStressTest
  @Outcome(
      id = {"1, 1, 1", "2, 2, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "they agree")
  @Outcome(
      id = "1, 2, [12]",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "two pages of one number")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no other")
  @State
  public static class WeakByGetAndSet {
    private final AtomicReferenceArray<ResidentPage> run = new AtomicReferenceArray<>(1);

    private ResidentPage put(ResidentPage page) {
      ResidentPage resident = run.get(0);
      if (resident != null) {
        return resident;
      }
      run.set(0, page);
      return page;
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = reader(put(readBy(1)));
    }

    @Actor
    public void two(III_Result r) {
      r.r2 = reader(put(readBy(2)));
    }

    @Arbiter
    public void look(III_Result r) {
      r.r3 = reader(run.get(0));
    }
  }
}
