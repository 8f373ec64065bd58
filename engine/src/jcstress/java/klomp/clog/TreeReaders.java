package klomp.clog;

import java.nio.file.Path;
import klomp.host.MemoryHost;
import klomp.metrics.Metrics;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A reader who looks at the parent (r1) and then at the child (r2) while a setter commits both:
 * once the parent is committed, the child is not in progress.
 */
public final class TreeReaders {

  private static final StatusWords WORDS = new StatusWords(Pages.SMALL);

  private TreeReaders() {}

  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the parent without its child")
  @Outcome(id = "1, [13]", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "0, [013]", expect = Expect.ACCEPTABLE, desc = "looked before")
  @State
  public static class ByOr {
    private final long[] page = WORDS.newPage();

    @Actor
    public void setter() {
      WORDS.setByOr(page, Pages.tree(1, 40));
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 40);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the parent without its child")
  @Outcome(id = "1, [13]", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "0, [013]", expect = Expect.ACCEPTABLE, desc = "looked before")
  @State
  public static class ByCompareAndSet {
    private final long[] page = WORDS.newPage();

    @Actor
    public void setter() {
      WORDS.setByCompareAndSet(page, Pages.tree(1, 40));
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 40);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the parent without its child")
  @Outcome(id = "1, [13]", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "0, [013]", expect = Expect.ACCEPTABLE, desc = "looked before")
  @State
  public static class Exclusively {
    private final long[] page = WORDS.newPage();

    @Actor
    public void setter() {
      WORDS.setExclusively(page, Pages.tree(1, 40));
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 40);
    }
  }

  /** The parent first, as if it were the only one. */
  @JCStressTest
  @Outcome(
      id = "1, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "the parent without its child")
  @Outcome(id = "[01], [01]", expect = Expect.ACCEPTABLE, desc = "in order")
  @State
  public static class WeakParentFirst {
    private final long[] page = WORDS.newPage();

    @Actor
    public void setter() {
      WORDS.setByOr(page, Pages.top(1, XidStatus.COMMITTED));
      WORDS.setByOr(page, Pages.top(40, XidStatus.COMMITTED));
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = WORDS.get(page, 1);
      r.r2 = WORDS.get(page, 40);
    }
  }

  /** Two pages, and nothing between the reader and the words. */
  private static final class TwoPages implements StatusStrategy {
    private final long[][] pages = {WORDS.newPage(), WORDS.newPage()};

    @Override
    public void set(PageChange change) {
      WORDS.setByOr(pages[(int) change.page()], change);
    }

    @Override
    public int status(long xid) {
      return WORDS.get(pages[(int) Pages.SMALL.page(xid)], xid);
    }

    @Override
    public void clear(long xid) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void flush() {}

    @Override
    public void truncate(long firstPage) {}

    @Override
    public void close() {}
  }

  private static final long[] SUB = {70};
  private static final ClogMetrics METRICS = new ClogMetrics(new Metrics(), true);
  private static final SegmentFiles FILES = files();

  private static SegmentFiles files() {
    MemoryHost host = new MemoryHost();
    return SegmentFiles.open(host.directory(Path.of("memory")), host, Pages.SMALL, METRICS, 1);
  }

  /** The order of steps that {@link PagedCommitLog} keeps. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "the parent without its child")
  @Outcome(id = "1, [13]", expect = Expect.ACCEPTABLE, desc = "both")
  @Outcome(id = "0, [013]", expect = Expect.ACCEPTABLE, desc = "looked before")
  @State
  public static class OnTwoPages {
    private final CommitLog log = new PagedCommitLog(new TwoPages(), FILES, METRICS, 1);

    @Actor
    public void setter() {
      log.commit(1, SUB, 1);
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = log.status(1);
      r.r2 = log.status(70);
    }
  }

  /** And the other way round: a child is not committed before its parent is. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = Expect.FORBIDDEN, desc = "the child before its parent")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "any other")
  @State
  public static class OnTwoPagesChildFirst {
    private final CommitLog log = new PagedCommitLog(new TwoPages(), FILES, METRICS, 1);

    @Actor
    public void setter() {
      log.commit(1, SUB, 1);
    }

    @Actor
    public void reader(II_Result r) {
      r.r2 = log.status(70);
      r.r1 = log.status(1);
    }
  }

  /** Page after page, without a first pass. */
  @JCStressTest
  @Outcome(
      id = "1, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "the parent without its child")
  @Outcome(expect = Expect.ACCEPTABLE, desc = "any other")
  @State
  public static class WeakOnTwoPages {
    private final CommitLog log = new PagedCommitLog(new TwoPages(), FILES, METRICS, 1);

    @Actor
    public void setter() {
      log.commit(1, SUB, 0);
      log.commit(70, SUB, 0);
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = log.status(1);
      r.r2 = log.status(70);
    }
  }
}
