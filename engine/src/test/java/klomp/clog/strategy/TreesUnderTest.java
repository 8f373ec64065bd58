package klomp.clog.strategy;

import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.Host;
import klomp.metrics.Metrics;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * A commit log as Lincheck drives it: a handful of trees over seven pages, each with one fate, most
 * of them with an xid in the first word. A child's status is asked for as the store asks: what is
 * sub-committed is as its parent, and what is in progress below an aborted parent is aborted. Read
 * so, setting a tree is one instant.
 */
@Param(name = "tree", gen = IntGen.class, conf = "0:5")
@Param(name = "member", gen = IntGen.class, conf = "0:3")
public abstract class TreesUnderTest {

  /** The top first. Pages hold 64 xids. */
  static final long[][] TREES = {
    {5}, {10, 11, 63, 64, 130}, {20, 70, 200}, {260, 261, 300}, {330}, {7, 40, 449, 512},
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

  final CommitLog log;

  TreesUnderTest(ClogStrategy strategy, int buffers, Host host) {
    CommitLogs.Settings settings = new CommitLogs.Settings(strategy, buffers, TestLogs.SMALL, true);
    log = TestLogs.open(Path.of("memory"), settings, host, 1, new Metrics());
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
}
