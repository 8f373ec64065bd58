package klomp.clog.strategy;

import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.MemoryHost;
import klomp.metrics.Metrics;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A commit log as Lincheck drives it: a handful of trees over ten pages, on four slots, each with
 * one fate. A child's status is asked for as the store asks: what is sub-committed is as its
 * parent, and what is in progress below an aborted parent is aborted. Read so, setting a tree is
 * one instant.
 */
@Param(name = "tree", gen = IntGen.class, conf = "0:5")
@Param(name = "member", gen = IntGen.class, conf = "0:3")
public abstract class TreesUnderTest {

  /** The top first. Pages hold 64 xids. */
  static final long[][] TREES = {
    {5},
    {10, 11, 63, 64, 130},
    {20, 70, 200},
    {260, 261, 300},
    {330},
    {400, 420, 449, 512},
  };

  /** The fate of each tree. */
  static final int[] FATES = {
    XidStatus.COMMITTED,
    XidStatus.COMMITTED,
    XidStatus.ABORTED,
    XidStatus.COMMITTED,
    XidStatus.ABORTED,
    XidStatus.COMMITTED
  };

  private final CommitLog log;

  TreesUnderTest(ClogStrategy strategy) {
    log = TestLogs.open(Path.of("memory"), strategy, new MemoryHost(), 1, new Metrics());
  }

  @Operation
  public void finish(@Param(name = "tree") int tree) {
    long[] xids = TREES[tree];
    long[] subs = new long[xids.length - 1];
    System.arraycopy(xids, 1, subs, 0, subs.length);
    if (FATES[tree] == XidStatus.COMMITTED) {
      log.commit(xids[0], subs, subs.length);
    } else {
      log.abort(xids[0], subs, subs.length);
    }
  }

  @Operation
  public int status(@Param(name = "tree") int tree, @Param(name = "member") int member) {
    long top = TREES[tree][0];
    int status = log.status(TREES[tree][member % TREES[tree].length]);
    if (status == XidStatus.SUB_COMMITTED) {
      return log.status(top);
    }
    boolean goesWithItsTop =
        status == XidStatus.IN_PROGRESS && log.status(top) == XidStatus.ABORTED;
    return goesWithItsTop ? XidStatus.ABORTED : status;
  }

  @Validate
  public void close() {
    log.close();
  }

  /** What the log must be like: a tree is set or it is not. */
  public static final class Specification {

    private final boolean[] finished = new boolean[TREES.length];

    public void finish(int tree) {
      finished[tree] = true;
    }

    public int status(int tree, int member) {
      return finished[tree] ? FATES[tree] : XidStatus.IN_PROGRESS;
    }
  }

  public static final class ControlLock extends TreesUnderTest {
    public ControlLock() {
      super(ClogStrategy.CONTROL_LOCK);
    }
  }

  public static final class GroupUpdate extends TreesUnderTest {
    public GroupUpdate() {
      super(ClogStrategy.GROUP_UPDATE);
    }
  }

  public static final class ContentLock extends TreesUnderTest {
    public ContentLock() {
      super(ClogStrategy.CONTENT_LOCK);
    }
  }

  public static final class NoContentLock extends TreesUnderTest {
    public NoContentLock() {
      super(ClogStrategy.NO_CONTENT_LOCK);
    }
  }

  public static final class Banked extends TreesUnderTest {
    public Banked() {
      super(ClogStrategy.BANKED);
    }
  }

  public static final class SingleWriter extends TreesUnderTest {
    public SingleWriter() {
      super(ClogStrategy.SINGLE_WRITER);
    }
  }

  public static final class Direct extends TreesUnderTest {
    public Direct() {
      super(ClogStrategy.DIRECT);
    }
  }
}
