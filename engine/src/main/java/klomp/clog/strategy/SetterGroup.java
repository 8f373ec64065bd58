package klomp.clog.strategy;

import java.util.concurrent.atomic.AtomicReference;
import klomp.clog.Bank;
import klomp.clog.ClogMetrics;
import klomp.clog.Failures;
import klomp.clog.PageChange;
import klomp.host.Host;
import klomp.sync.Settlement;

/**
 * The setters that wait for one bank's lock. After PostgreSQL's group update for the commit log.
 *
 * <p>Try the lock alone. If it is taken, put yourself on the list; who finds the list empty is its
 * leader, waits for the lock, takes the whole list, sets for every member, gives the lock back, and
 * wakes them. So a list always has a leader, and what comes after the taking is the next group's.
 *
 * <p>Joins what is one step for a whole tree with at most {@value #MOST_SUBXIDS} subtransactions,
 * and whose page is that of the member last on the list. Joining succeeds only behind the very
 * member that was looked at, and no request is ever used twice, so a group is of one page. (Where
 * entries are used again, a list that changed hands in between can pass for the same one; the
 * original has to live with groups of several pages.) The leader relies on none of that: it asks
 * for the page of each member.
 *
 * <p>Each request is an object of its own that its thread has filled and waits for, and the list is
 * taken as a whole. So the leader never reads what a thread means for another request, and an entry
 * is never on two lists.
 *
 * <p>A member's failure is its own: the leader goes on with the next. Whatever stops the leader, it
 * settles every member of the list it has taken.
 */
final class SetterGroup {

  private static final int MOST_SUBXIDS = 5;

  private static final class Member extends Settlement {
    final PageChange change;

    /** Set before it is on the list; then the leader's. */
    Member next;

    boolean done;
    Throwable failure;

    Member(PageChange change) {
      this.change = change;
    }
  }

  private final PooledStrategy pooled;
  private final Bank bank;
  private final Host host;
  private final ClogMetrics metrics;
  private final AtomicReference<Member> last = new AtomicReference<>();

  SetterGroup(PooledStrategy pooled, Bank bank, Parts parts) {
    this.pooled = pooled;
    this.bank = bank;
    this.host = parts.host();
    this.metrics = parts.metrics();
  }

  void set(PageChange change) {
    if (bank.control().tryLockExclusive()) {
      try {
        pooled.setHeld(bank, change);
      } finally {
        bank.control().unlockExclusive();
      }
    } else if (!change.wholeTree()
        || change.subCount() > MOST_SUBXIDS
        || !join(new Member(change))) {
      pooled.setLocking(bank, change);
    }
  }

  /** Whether the member was set in a group; throws its failure if it has one. */
  private boolean join(Member member) {
    Member before;
    do {
      before = last.get();
      if (before != null && before.change.page() != member.change.page()) {
        return false;
      }
      member.next = before;
    } while (!last.compareAndSet(before, member));
    if (before == null) {
      lead(member);
      Failures.throwOwn(member.failure);
    } else {
      Failures.rethrow(follow(member));
    }
    return true;
  }

  private Throwable follow(Member member) {
    metrics.groupUpdate().begin();
    long begin = host.nanoTime();
    try {
      return member.await();
    } finally {
      metrics.groupUpdate().end(host.nanoTime() - begin);
    }
  }

  private void lead(Member leader) {
    Member list = null;
    Throwable stopped = null;
    try {
      bank.control().lockExclusive();
      try {
        list = last.getAndSet(null);
        setAll(list);
      } finally {
        bank.control().unlockExclusive();
      }
    } catch (Throwable e) {
      stopped = e;
      if (list == null) {
        list = last.getAndSet(null);
      }
    }
    settleAll(list, leader, stopped);
    Failures.throwOwn(stopped);
  }

  private void setAll(Member list) {
    int members = 0;
    for (Member member = list; member != null; member = member.next) {
      try {
        pooled.setHeld(bank, member.change);
      } catch (Throwable e) {
        member.failure = e;
      }
      member.done = true;
      members++;
    }
    metrics.grouped(members);
  }

  /** Without the lock, so that it is not held while threads are woken. */
  private static void settleAll(Member list, Member leader, Throwable stopped) {
    for (Member member = list; member != null; ) {
      Member next = member.next;
      if (!member.done) {
        member.failure = stopped;
      }
      if (member != leader) {
        // The member's thread goes on at once: nothing of it is touched any more.
        member.settle(member.failure);
      }
      member = next;
    }
  }
}
