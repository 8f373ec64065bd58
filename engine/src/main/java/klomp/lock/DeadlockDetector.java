package klomp.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Refuses the wait that would close a circle, at the moment it would begin.
 *
 * <p><b>Property.</b> Of owners that wait for each other in a circle, at least one is refused.
 * <b>Rule.</b> An owner that holds a lock begins to wait only inside {@link #mutex}, and leaves the
 * mutex either refused or with no circle through it. One that holds nothing needs no mutex: nobody
 * waits for it.
 *
 * <p><b>Why it is enough.</b> Say that an owner points to the holder of the lock it waits for. It
 * waits for one lock at most, so it points to one owner at most, and a circle is found by following
 * a single path. The owners ahead in the queue need no pointers of their own: they point to the
 * same holder, so a circle through one of them has a shorter one without it, which was refused
 * before. An owner that does not wait points nowhere. A hand-over turns pointers to the old holder
 * into pointers to the new one, which has just stopped waiting and points nowhere: no circle. So
 * only a beginning wait closes a circle, and those of owners in a circle all take the mutex: the
 * last of them finds the others waiting. They stay so, as who waits releases nothing, until one of
 * them times out or is cancelled, and then the circle is no more.
 *
 * <p><b>What the path sees.</b> Grants, time-outs and releases go on beside it. Whoever it sees
 * waiting has waited since before the mutex was taken (or holds nothing, which ends the path), so
 * it released nothing meanwhile, and the pointers to it are as they were read. The path ends, as
 * but for the new request the pointers were free of circles before, and those that move meanwhile
 * end at an owner that cannot begin to wait. A benign race: an owner on the path may time out or be
 * cancelled after the path went over it. The worst outcome is that the requester is refused though
 * that owner's refusal had just opened the circle.
 */
final class DeadlockDetector {

  private static final int LINKS_SHOWN = 8;

  /** First in the ranking: the latches of stripes are taken under it, one at a time. */
  final ReentrantLock mutex = new ReentrantLock();

  private final Function<LockRequest, LockOwner> holderOf;

  /**
   * @param holderOf the holder of the lock that a request waits for, null if it waits no longer;
   *     takes the latch of the stripe
   */
  DeadlockDetector(Function<LockRequest, LockOwner> holderOf) {
    this.holderOf = holderOf;
  }

  /**
   * Follows the path from a request that is in its queue. Under the mutex, no latch held.
   *
   * @return the requests that form a circle with it, itself first; empty if there is none
   */
  List<LockRequest> circle(LockRequest request) {
    assert mutex.isHeldByCurrentThread();
    List<LockRequest> path = new ArrayList<>(4);
    LockRequest at = request;
    while (at != null && !at.holdsNothing) {
      path.add(at);
      LockOwner holder = holderOf.apply(at);
      if (holder == request.owner) {
        return path;
      }
      at = holder == null ? null : holder.waiting;
    }
    return List.of();
  }

  /** Says who wants what of whom. */
  static String describe(List<LockRequest> circle) {
    StringBuilder text = new StringBuilder("to wait would be a deadlock: ");
    int shown = Math.min(circle.size(), LINKS_SHOWN);
    for (int i = 0; i < shown; i++) {
      LockRequest request = circle.get(i);
      LockOwner holder = circle.get((i + 1) % circle.size()).owner;
      text.append(i == 0 ? "" : ", ").append(request.owner.name()).append(" wants ");
      text.append(KeyText.of(request.entry.key)).append(" of ").append(holder.name());
    }
    if (shown < circle.size()) {
      text.append(", and ").append(circle.size() - shown).append(" more back to the first");
    }
    return text.toString();
  }
}
