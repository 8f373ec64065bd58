package klomp.clog.strategy;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A reader who looks for page 1 without a lock while the owner reads it in, evicts it and reads in
 * page 2: what it finds holds the words of page 1.
 */
public final class EvictedPageReaders {

  private static final int ABSENT = -1;

  private EvictedPageReaders() {}

  private static ResidentPage page(long number) {
    return new ResidentPage(number, new long[] {number * 10});
  }

  @JCStressTest
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not there yet, or not any more")
  @Outcome(id = "10", expect = Expect.ACCEPTABLE, desc = "the page's words")
  @Outcome(expect = Expect.FORBIDDEN, desc = "another page's words, or none")
  @State
  public static class PagesAreReplaced {
    private final ResidentPages pages = new ResidentPages(0);

    @Actor
    public void owner() {
      ResidentPage first = page(1);
      pages.putIfAbsent(first);
      pages.remove(first);
      pages.putIfAbsent(page(2));
    }

    @Actor
    public void reader(I_Result r) {
      ResidentPage page = pages.get(1);
      r.r1 = page == null ? ABSENT : (int) page.words()[0];
    }
  }

  /** The directory is replaced by a larger one, and then cut, under the reader. */
  @JCStressTest
  @Outcome(id = "10", expect = Expect.ACCEPTABLE, desc = "the page's words")
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "dropped")
  @Outcome(expect = Expect.FORBIDDEN, desc = "another page's words, or none")
  @State
  public static class TheDirectoryGrowsAndIsCut {
    private final ResidentPages pages = new ResidentPages(0);

    public TheDirectoryGrowsAndIsCut() {
      pages.putIfAbsent(page(1));
    }

    @Actor
    public void owner() {
      pages.putIfAbsent(page(9));
      pages.dropBelow(2);
    }

    @Actor
    public void reader(I_Result r) {
      ResidentPage page = pages.get(1);
      r.r1 = page == null ? ABSENT : (int) page.words()[0];
    }
  }

  /** One buffer, filled again for the next page. */
  @JCStressTest
  @Outcome(
      id = {"-1", "10"},
      expect = Expect.ACCEPTABLE,
      desc = "absent, or the page's words")
  @Outcome(id = "20", expect = Expect.ACCEPTABLE_INTERESTING, desc = "another page's words")
  @Outcome(expect = Expect.FORBIDDEN, desc = "no other")
  @State
  public static class WeakBufferIsFilledAgain {
    private volatile long number = 1;
    private volatile long word = 10;

    @Actor
    public void owner() {
      number = 2;
      word = 20;
    }

    @Actor
    public void reader(I_Result r) {
      r.r1 = number == 1 ? (int) word : ABSENT;
    }
  }
}
