package klomp.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import klomp.api.StoreClosedException;
import klomp.host.Host;
import klomp.metrics.Metrics;
import klomp.sync.VersionLatches;

/**
 * The key locks of one store, in memory: exclusive, first come first served, handed over on
 * release. Keys are spread over stripes by their hash; each stripe has a latch of its own, which
 * guards the entries in it, their holders and their queues.
 *
 * <p>Safe for use by any number of threads, each {@link LockOwner} by one at a time. While an
 * owner's request waits, and only then, another thread may release on behalf of it.
 *
 * <p>Latches, first to last: the {@link DeadlockDetector}'s mutex; the latch of one stripe. The
 * timer's latch is taken alone. Nobody is woken and no action runs under any of them.
 *
 * <p>Invariants, wherever no latch is held:
 *
 * <ol>
 *   <li>A key has an entry if and only if somebody holds its lock; so an idle table is empty.
 *   <li>An entry is on the stack of its holder and on no other.
 *   <li>A request is in the queue of its entry if and only if it waits, and then its owner's {@code
 *       waiting} is this request.
 * </ol>
 */
public final class LockTable implements AutoCloseable {

  private static final int STRIPE_BITS = 9;

  /** Looks of who waits patiently: first at once, then after letting others run. */
  private static final int SPINS = 100;

  private static final int YIELDS = 40;

  private final Host host;
  private final KeyHash hashes;
  private final VersionLatches latches = new VersionLatches(1 << STRIPE_BITS);
  private final LockStripe[] stripes = new LockStripe[1 << STRIPE_BITS];
  private final DeadlockDetector detector = new DeadlockDetector(this::holderOf);
  private final LockTimer timer;
  private final LockCounters counters;
  private volatile boolean closed;

  public LockTable(Host host, Metrics metrics) {
    this.host = host;
    hashes = new KeyHash(host.seed());
    timer = new LockTimer(host, this::expire);
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new LockStripe();
    }
    counters = new LockCounters(metrics);
    metrics.gauge("lock.acquired", () -> sum(LockStripe::acquired));
    metrics.gauge("lock.held", () -> sum(LockStripe::size));
  }

  /**
   * Takes the lock of {@code key} for {@code owner}, or queues for it. An owner that has the lock
   * has it: it is not taken twice, and keeps its place in the order of locks.
   *
   * @param key kept by reference; must not change any more
   * @param timeoutNanos how long to wait; zero or less for not at all, more than 146 years for ever
   * @return a request that is granted, waiting or refused; see {@link LockRequest#await}
   * @throws IllegalStateException if a request of the owner waits already
   * @throws StoreClosedException if it would wait and the table is closed
   */
  public LockRequest acquire(LockOwner owner, byte[] key, long timeoutNanos) {
    if (owner.isWaiting()) {
      throw new IllegalStateException(owner.name() + " waits for a lock already");
    }
    long hash = hashes.of(key);
    if (owner.held() != 0 && timeoutNanos > 0) {
      return acquireChecked(owner, key, hash, timeoutNanos);
    }
    LockRequest request = takeOrQueue(owner, key, hash, timeoutNanos);
    return request == null ? LockRequest.GRANTED : begun(request);
  }

  /**
   * As {@link #acquire}, for a caller that will {@link LockRequest#await} on its own thread: looks
   * a few times whether the lock has become free before it queues. Most locks are held for
   * microseconds; and once threads queue for a hot key, each hand-over goes to one that sleeps, so
   * that the key is locked while nobody runs, and everybody who comes meanwhile queues as well. Who
   * waits in the queue is not overtaken: a lock is handed over, never free, while somebody waits.
   */
  public LockRequest acquirePatiently(LockOwner owner, byte[] key, long timeoutNanos) {
    if (timeoutNanos > 0) {
      long hash = hashes.of(key);
      for (int looks = 0; looks < SPINS + YIELDS; looks++) {
        if (tryTake(owner, key, hash)) {
          return LockRequest.GRANTED;
        }
        if (looks < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
    }
    return acquire(owner, key, timeoutNanos);
  }

  /**
   * Gives back the locks taken after {@link LockOwner#mark} was {@code mark}, the newest first, and
   * cancels a request that waits. A lock that the owner had before stays, whether or not it was
   * asked for again since. A mark that is not reached any more releases nothing.
   */
  public void releaseAfter(LockOwner owner, int mark) {
    if (mark < 0) {
      throw new IllegalArgumentException("no such mark: " + mark);
    }
    cancel(owner);
    while (owner.held() > mark) {
      LockRequest next = releaseNewest(owner);
      if (next != null) {
        announce(next);
      }
    }
  }

  /** Gives back every lock of the owner and cancels a request that waits. */
  public void releaseAll(LockOwner owner) {
    releaseAfter(owner, 0);
  }

  /** Whether the owner holds the lock of the key. */
  public boolean holds(LockOwner owner, byte[] key) {
    long hash = hashes.of(key);
    int stripe = stripe(hash);
    latches.lock(stripe);
    try {
      LockEntry entry = stripes[stripe].find(key, hash);
      return entry != null && entry.holder == owner;
    } finally {
      latches.unlock(stripe);
    }
  }

  /**
   * Some of the locks that are held now, those that are waited for first. Each is as it was at one
   * moment, together they are no single moment.
   *
   * @param locks how many at most
   * @param waiters how many of those who wait for a lock are named at most
   */
  public List<LockView> snapshot(int locks, int waiters) {
    List<LockView> contended = new ArrayList<>();
    List<LockView> quiet = new ArrayList<>();
    for (int stripe = 0; stripe < stripes.length && contended.size() < locks; stripe++) {
      latches.lock(stripe);
      try {
        stripes[stripe].forEach(
            entry -> {
              List<LockView> views = entry.first == null ? quiet : contended;
              if (views.size() < locks) {
                views.add(view(entry, waiters));
              }
            });
      } finally {
        latches.unlock(stripe);
      }
    }
    contended.addAll(quiet.subList(0, Math.min(quiet.size(), locks - contended.size())));
    return contended;
  }

  /**
   * Cancels every request that waits, lets none wait from now on, and ends the timer. Locks that
   * are held may still be released.
   */
  @Override
  public void close() {
    closed = true;
    for (int stripe = 0; stripe < stripes.length; stripe++) {
      List<LockRequest> cancelled = new ArrayList<>();
      latches.lock(stripe);
      try {
        stripes[stripe].forEach(
            entry -> {
              while (entry.first != null) {
                LockRequest request = entry.first;
                entry.dequeue(request);
                request.settleClosed();
                cancelled.add(request);
              }
            });
      } finally {
        latches.unlock(stripe);
      }
      cancelled.forEach(this::announce);
    }
    timer.close();
  }

  /** Entries and buckets, to see that they do not pile up. */
  long size() {
    return sum(LockStripe::size);
  }

  long bucketCount() {
    return sum(LockStripe::bucketCount);
  }

  int deadlines() {
    return timer.size();
  }

  private LockRequest acquireChecked(LockOwner owner, byte[] key, long hash, long timeoutNanos) {
    if (tryTake(owner, key, hash)) {
      return LockRequest.GRANTED;
    }
    LockRequest request;
    detector.mutex.lock();
    try {
      request = takeOrQueue(owner, key, hash, timeoutNanos);
      if (request != null) {
        List<LockRequest> circle = detector.circle(request);
        if (!circle.isEmpty()) {
          refuse(request, DeadlockDetector.describe(circle));
        }
      }
    } finally {
      detector.mutex.unlock();
    }
    return request == null ? LockRequest.GRANTED : begun(request);
  }

  private boolean tryTake(LockOwner owner, byte[] key, long hash) {
    int stripe = stripe(hash);
    latches.lock(stripe);
    try {
      return take(stripes[stripe], owner, key, hash) == null;
    } finally {
      latches.unlock(stripe);
    }
  }

  /** Returns null if the owner has the lock now. */
  private LockRequest takeOrQueue(LockOwner owner, byte[] key, long hash, long timeoutNanos) {
    int stripe = stripe(hash);
    latches.lock(stripe);
    try {
      LockEntry taken = take(stripes[stripe], owner, key, hash);
      return taken == null ? null : queue(owner, taken, timeoutNanos);
    } finally {
      latches.unlock(stripe);
    }
  }

  /** Under the latch of the stripe. Returns null if the owner has the lock now, else the entry. */
  private static LockEntry take(LockStripe stripe, LockOwner owner, byte[] key, long hash) {
    LockEntry entry = stripe.find(key, hash);
    if (entry == null) {
      owner.push(stripe.insert(key, hash));
      stripe.countAcquired();
      return null;
    }
    return entry.holder == owner ? null : entry;
  }

  /** Under the latch of the stripe. */
  private LockRequest queue(LockOwner owner, LockEntry entry, long timeoutNanos) {
    LockRequest request = new LockRequest(owner, entry, timeoutNanos, host.nanoTime());
    if (timeoutNanos <= 0) {
      request.settle(LockOutcome.TIMED_OUT);
      return request;
    }
    // Close sets its mark before it comes to this stripe: it is seen here, or it sees the request.
    if (closed) {
      throw new StoreClosedException("the store is closed");
    }
    entry.enqueue(request);
    owner.waiting = request;
    return request;
  }

  /** After a request was made: what concerns no latch. */
  private LockRequest begun(LockRequest request) {
    counters.begun(request);
    if (request.timeoutNanos() <= 0 || request.outcome() == LockOutcome.DEADLOCK) {
      request.announce();
    } else {
      timer.arm(request);
    }
    return request;
  }

  private void refuse(LockRequest request, String message) {
    int stripe = stripe(request.entry.hash);
    latches.lock(stripe);
    try {
      if (!request.isDone()) {
        request.entry.dequeue(request);
        request.settleDeadlock(message);
      }
    } finally {
      latches.unlock(stripe);
    }
  }

  private void expire(LockRequest request) {
    if (withdraw(request, LockOutcome.TIMED_OUT)) {
      announce(request);
    }
  }

  private void cancel(LockOwner owner) {
    LockRequest request = owner.waiting;
    if (request != null && withdraw(request, LockOutcome.CANCELLED)) {
      announce(request);
    }
  }

  /** Takes a request out of its queue; false if it does not wait any more. */
  private boolean withdraw(LockRequest request, LockOutcome end) {
    int stripe = stripe(request.entry.hash);
    latches.lock(stripe);
    try {
      if (request.isDone()) {
        return false;
      }
      request.entry.dequeue(request);
      request.settle(end);
      return true;
    } finally {
      latches.unlock(stripe);
    }
  }

  /** Returns the request that has the lock now, or null. */
  private LockRequest releaseNewest(LockOwner owner) {
    LockEntry entry = owner.newest();
    int stripe = stripe(entry.hash);
    latches.lock(stripe);
    try {
      owner.pop();
      LockRequest next = entry.first;
      if (next == null) {
        stripes[stripe].remove(entry);
      } else {
        entry.dequeue(next);
        next.owner.push(entry);
        stripes[stripe].countAcquired();
        next.settle(LockOutcome.GRANTED);
      }
      return next;
    } finally {
      latches.unlock(stripe);
    }
  }

  private void announce(LockRequest request) {
    timer.disarm(request);
    counters.ended(request, host.nanoTime());
    request.announce();
  }

  private LockOwner holderOf(LockRequest request) {
    int stripe = stripe(request.entry.hash);
    latches.lock(stripe);
    try {
      return request.isDone() ? null : request.entry.holder;
    } finally {
      latches.unlock(stripe);
    }
  }

  private long sum(ToLongFunction<LockStripe> value) {
    long sum = 0;
    for (int stripe = 0; stripe < stripes.length; stripe++) {
      latches.lock(stripe);
      try {
        sum += value.applyAsLong(stripes[stripe]);
      } finally {
        latches.unlock(stripe);
      }
    }
    return sum;
  }

  private static LockView view(LockEntry entry, int most) {
    int waiting = 0;
    List<Long> waiters = new ArrayList<>();
    for (LockRequest r = entry.first; r != null; r = r.behind) {
      if (waiting++ < most) {
        waiters.add(r.owner.xid());
      }
    }
    return new LockView(entry.key, entry.holder.xid(), waiting, List.copyOf(waiters));
  }

  /** The high bits choose the stripe, the low ones the bucket in it. */
  private static int stripe(long hash) {
    return (int) (hash >>> (Long.SIZE - STRIPE_BITS));
  }
}
