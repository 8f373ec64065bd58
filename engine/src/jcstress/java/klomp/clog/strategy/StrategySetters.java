package klomp.clog.strategy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.ClogStrategy;
import klomp.clog.ClogGeometry;
import klomp.clog.CommitLog;
import klomp.host.MemoryHost;
import klomp.metrics.Metrics;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two setters of neighbouring xids through the whole log, one for each strategy: neither loses what
 * the other set. The logs live as long as the process; every state has xids of its own.
 */
public final class StrategySetters {

  /** Two banks of {@code banked}. */
  private static final int BUFFERS = 32;

  private StrategySetters() {}

  private static final class Numbered {
    private final AtomicLong next = new AtomicLong(1);
    private final CommitLog log;

    Numbered(ClogStrategy strategy) {
      CommitLogs.Settings settings =
          new CommitLogs.Settings(strategy, BUFFERS, ClogGeometry.DEFAULT, true);
      log = TestLogs.open(Path.of("memory"), settings, new MemoryHost(), 1, new Metrics());
    }

    void commit(long xid) {
      log.commit(xid, TestLogs.NO_SUBS, 0);
    }

    void abort(long xid) {
      log.abort(xid, TestLogs.NO_SUBS, 0);
    }

    void look(long xid, II_Result r) {
      r.r1 = log.status(xid);
      r.r2 = log.status(xid + 1);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class ControlLock {
    private static final Numbered LOG = new Numbered(ClogStrategy.CONTROL_LOCK);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class GroupUpdate {
    private static final Numbered LOG = new Numbered(ClogStrategy.GROUP_UPDATE);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class ContentLock {
    private static final Numbered LOG = new Numbered(ClogStrategy.CONTENT_LOCK);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class NoContentLock {
    private static final Numbered LOG = new Numbered(ClogStrategy.NO_CONTENT_LOCK);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class Banked {
    private static final Numbered LOG = new Numbered(ClogStrategy.BANKED);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class SingleWriter {
    private static final Numbered LOG = new Numbered(ClogStrategy.SINGLE_WRITER);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class Direct {
    private static final Numbered LOG = new Numbered(ClogStrategy.DIRECT);

    private final long xid = LOG.next.getAndAdd(2);

    @Actor
    public void committer() {
      LOG.commit(xid);
    }

    @Actor
    public void aborter() {
      LOG.abort(xid + 1);
    }

    @Arbiter
    public void look(II_Result r) {
      LOG.look(xid, r);
    }
  }
}
