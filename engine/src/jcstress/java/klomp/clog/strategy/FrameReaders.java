package klomp.clog.strategy;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A reader who looks for page 1 while the owner puts it in and replaces it by page 2: the frame it
 * finds holds the words of page 1.
 */
public final class FrameReaders {

  private static final int BUFFERS = 4;
  private static final int ABSENT = -1;

  private FrameReaders() {}

  private static Frame frame(long page) {
    return new Frame(page, new long[] {page * 10});
  }

  @JCStressTest
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not there yet, or not any more")
  @Outcome(id = "10", expect = Expect.ACCEPTABLE, desc = "the page's words")
  @Outcome(expect = Expect.FORBIDDEN, desc = "another page's words, or none")
  @State
  public static class FramesAreReplaced {
    private final FrameTable frames = new FrameTable(BUFFERS);

    @Actor
    public void owner() {
      frames.put(0, frame(1));
      frames.put(0, null);
      frames.put(0, frame(2));
    }

    @Actor
    public void reader(I_Result r) {
      Frame frame = frames.get(1);
      r.r1 = frame == null ? ABSENT : (int) frame.words()[0];
    }
  }

  /** One frame, filled again for the next page. */
  @JCStressTest
  @Outcome(
      id = {"-1", "10"},
      expect = Expect.ACCEPTABLE,
      desc = "absent, or the page's words")
  @Outcome(
      id = "20",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "another page's words, or none")
  @State
  public static class WeakFramesAreFilledAgain {
    private volatile long page = 1;
    private volatile long word = 10;

    @Actor
    public void owner() {
      page = 2;
      word = 20;
      page = 1;
      word = 10;
      page = 2;
      word = 20;
    }

    @Actor
    public void reader(I_Result r) {
      r.r1 = page == 1 ? (int) word : ABSENT;
    }
  }
}
