package klomp.clog.strategy;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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
 * The list of a setter group: each member is taken exactly once. The list alone, with the protocol
 * of {@link SetterGroup}, and then the group as a whole in a log that lives as long as the process.
 */
public final class GroupLists {

  private GroupLists() {}

  private static final class Member {
    Member next;
    final AtomicInteger taken = new AtomicInteger();
  }

  private static void settle(Member list) {
    for (Member member = list; member != null; member = member.next) {
      member.taken.incrementAndGet();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each is taken once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost, or taken twice")
  @State
  public static class JoinedByCompareAndSet {
    private final AtomicReference<Member> last = new AtomicReference<>();
    private final Member one = new Member();
    private final Member two = new Member();

    private void join(Member member) {
      Member before;
      do {
        before = last.get();
        member.next = before;
      } while (!last.compareAndSet(before, member));
      if (before == null) {
        settle(last.getAndSet(null));
      }
    }

    @Actor
    public void one() {
      join(one);
    }

    @Actor
    public void two() {
      join(two);
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = one.taken.get();
      r.r2 = two.taken.get();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each is taken once")
  @Outcome(
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc = "one is lost, or taken twice")
  @State
  public static class WeakJoinedByPlainWrites {
    private final AtomicReference<Member> last = new AtomicReference<>();
    private final Member one = new Member();
    private final Member two = new Member();

    private void join(Member member) {
      Member before = last.getPlain();
      member.next = before;
      last.setPlain(member);
      if (before == null) {
        Member list = last.getPlain();
        last.setPlain(null);
        settle(list);
      }
    }

    @Actor
    public void one() {
      join(one);
    }

    @Actor
    public void two() {
      join(two);
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = one.taken.get();
      r.r2 = two.taken.get();
    }
  }

  /** Never closed: the process ends with the test. Every state has xids of its own. */
  private static final class Shared {
    private static final AtomicLong NEXT = new AtomicLong(1);
    private static final CommitLog LOG =
        TestLogs.open(
            Path.of("memory"),
            new CommitLogs.Settings(ClogStrategy.GROUP_UPDATE, 16, ClogGeometry.DEFAULT, true),
            new MemoryHost(),
            1,
            new Metrics());
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are set")
  @Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
  @State
  public static class WholeGroup {
    private final long xid = Shared.NEXT.getAndAdd(2);

    @Actor
    public void committer() {
      Shared.LOG.commit(xid, TestLogs.NO_SUBS, 0);
    }

    @Actor
    public void aborter() {
      Shared.LOG.abort(xid + 1, TestLogs.NO_SUBS, 0);
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = Shared.LOG.status(xid);
      r.r2 = Shared.LOG.status(xid + 1);
    }
  }
}
