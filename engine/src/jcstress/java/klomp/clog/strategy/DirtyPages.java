package klomp.clog.strategy;

import klomp.clog.ClogGeometry;
import klomp.clog.PageChange;
import klomp.clog.StatusWords;
import klomp.clog.XidStatus;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A setter against the writer of a page that is dirty already. What was set is in the copy (r1) or
 * the page is still dirty afterwards (r2): never clean and not copied.
 */
public final class DirtyPages {

  private static final StatusWords WORDS = new StatusWords(new ClogGeometry(64, 4));
  private static final long[] NO_SUBS = {};

  private DirtyPages() {}

  private static void set(ResidentPage page) {
    WORDS.setByOr(page.words(), new PageChange(0, XidStatus.COMMITTED, 1, NO_SUBS, 0, 0, true));
  }

  private static int copy(ResidentPage page) {
    return WORDS.get(page.words(), 1);
  }

  private static ResidentPage dirtyPage() {
    ResidentPage page = new ResidentPage(0, WORDS.newPage());
    page.markDirty();
    return page;
  }

  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "clean and not copied")
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "copied")
  @Outcome(id = "[01], 1", expect = Expect.ACCEPTABLE, desc = "to be copied again")
  @State
  public static class FlagAfterWords {
    private final ResidentPage page = dirtyPage();

    @Actor
    public void setter() {
      set(page);
      page.markDirty();
    }

    @Actor
    public void writer(II_Result r) {
      r.r1 = page.takeDirty() ? copy(page) : 0;
    }

    @Arbiter
    public void look(II_Result r) {
      r.r2 = page.takeDirty() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(
      id = "0, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "clean and not copied")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "any other")
  @State
  public static class WeakFlagBeforeWords {
    private final ResidentPage page = dirtyPage();

    @Actor
    public void setter() {
      page.markDirty();
      set(page);
    }

    @Actor
    public void writer(II_Result r) {
      r.r1 = page.takeDirty() ? copy(page) : 0;
    }

    @Arbiter
    public void look(II_Result r) {
      r.r2 = page.takeDirty() ? 1 : 0;
    }
  }

  @JCStressTest
  @Outcome(
      id = "0, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "clean and not copied")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "any other")
  @State
  public static class WeakFlagDownAfterCopy {
    private final ResidentPage page = dirtyPage();

    @Actor
    public void setter() {
      set(page);
      page.markDirty();
    }

    @Actor
    public void writer(II_Result r) {
      r.r1 = copy(page);
      page.takeDirty();
    }

    @Arbiter
    public void look(II_Result r) {
      r.r2 = page.takeDirty() ? 1 : 0;
    }
  }
}
