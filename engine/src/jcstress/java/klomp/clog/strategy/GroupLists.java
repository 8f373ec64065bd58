package klomp.clog.strategy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The list of a setter group: each member is taken exactly once. The list alone, with the protocol
 * of {@link SetterGroup}; {@link StrategySetters} has the group as a whole.
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
}
