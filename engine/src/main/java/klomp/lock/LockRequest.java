package klomp.lock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import klomp.api.DeadlockException;
import klomp.api.LockTimeoutException;
import klomp.api.StoreClosedException;
import klomp.api.TransactionOverException;

/**
 * One wish for one lock: granted already, refused, or standing in the queue of its key. Waiting for
 * it holds no thread: ask to be told with {@link #whenDone}, or park with {@link #await}.
 *
 * <p>Safe for use by any number of threads. {@link LockOutcome} has the states. A request is
 * settled under the latch of its stripe and announced after the latch is free again.
 */
public final class LockRequest {

  private static final Runnable ANNOUNCED = () -> {};

  /** Every request that needs no wait. It belongs to nobody and never changes. */
  static final LockRequest GRANTED = new LockRequest();

  final LockOwner owner;
  final LockEntry entry;

  /** Whether the owner holds nothing while it waits, so that nobody can be waiting for it. */
  final boolean holdsNothing;

  private final long timeoutNanos;
  final long startNanos;
  private final CountDownLatch settled = new CountDownLatch(1);
  private final AtomicReference<Runnable> callback = new AtomicReference<>();

  // Guarded by the latch of the stripe.
  LockRequest ahead;
  LockRequest behind;

  // Guarded by the latch of the timer.
  boolean armed;
  long timerTicket;

  // Written under the latch of the stripe before the outcome, read after it.
  private long holderXid;
  private String circle;
  private boolean tableClosed;

  private volatile LockOutcome outcome;

  private LockRequest() {
    this(null, null, 0, 0);
    outcome = LockOutcome.GRANTED;
    announce();
  }

  LockRequest(LockOwner owner, LockEntry entry, long timeoutNanos, long startNanos) {
    this.owner = owner;
    this.entry = entry;
    this.timeoutNanos = timeoutNanos;
    this.startNanos = startNanos;
    holdsNothing = owner == null || owner.held() == 0;
    outcome = LockOutcome.WAITING;
  }

  /** What became of it so far. */
  public LockOutcome outcome() {
    return outcome;
  }

  /** Whether the owner has the lock. */
  public boolean isGranted() {
    return outcome == LockOutcome.GRANTED;
  }

  /** Whether it waits no longer, for better or worse. */
  public boolean isDone() {
    return outcome != LockOutcome.WAITING;
  }

  /**
   * Parks until the request is settled. An interrupt does not end the wait; the flag is set again
   * on return.
   *
   * @throws LockTimeoutException if the lock was not free in time
   * @throws DeadlockException if to wait would have closed a circle
   * @throws TransactionOverException if the owner's locks were released meanwhile
   * @throws StoreClosedException if the table was closed meanwhile
   */
  public void await() {
    if (!isDone()) {
      park();
    }
    throwIfRefused();
  }

  /**
   * Has {@code action} run once when the request is settled: at once on this thread if it is, else
   * on the thread that releases the lock, cancels the request or runs the timer. It must be short,
   * must not wait, and must not use this owner before it returns; what it throws goes to the
   * uncaught exception handler of the thread that runs it, as it is no business of the one who
   * releases.
   *
   * @throws IllegalStateException if there is an action already
   */
  public void whenDone(Runnable action) {
    Runnable present = callback.compareAndExchange(null, action);
    if (present == ANNOUNCED) {
      action.run();
    } else if (present != null) {
      throw new IllegalStateException("a lock request tells one action when it is done");
    }
  }

  /** Returns if the request is granted or waits still, throws as {@link #await} if refused. */
  public void throwIfRefused() {
    switch (outcome) {
      case WAITING, GRANTED -> {}
      case TIMED_OUT -> throw new LockTimeoutException(timeoutMessage());
      case DEADLOCK -> throw new DeadlockException(circle);
      case CANCELLED -> {
        String key = KeyText.of(entry.key);
        if (tableClosed) {
          throw new StoreClosedException(
              "the store was closed while waiting for the lock of " + key);
        }
        throw new TransactionOverException(
            "the transaction let go of its locks while it waited for the lock of " + key);
      }
    }
  }

  long timeoutNanos() {
    return timeoutNanos;
  }

  /** Under the latch of the stripe, once. The caller announces it when the latch is free. */
  void settle(LockOutcome end) {
    assert outcome == LockOutcome.WAITING : "settled twice";
    if (entry.holder != null) {
      holderXid = entry.holder.xid();
    }
    owner.waiting = null;
    outcome = end;
  }

  void settleDeadlock(String message) {
    circle = message;
    settle(LockOutcome.DEADLOCK);
  }

  void settleClosed() {
    tableClosed = true;
    settle(LockOutcome.CANCELLED);
  }

  /** Wakes who is parked and runs the action; under no latch, once, after the settling. */
  void announce() {
    settled.countDown();
    Runnable action = callback.getAndSet(ANNOUNCED);
    if (action != null) {
      try {
        action.run();
      } catch (Throwable failure) {
        Thread here = Thread.currentThread();
        here.getUncaughtExceptionHandler().uncaughtException(here, failure);
      }
    }
  }

  private void park() {
    boolean interrupted = false;
    while (true) {
      try {
        settled.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private String timeoutMessage() {
    String key = KeyText.of(entry.key);
    String holder = LockOwner.name(holderXid);
    if (timeoutNanos <= 0) {
      return "the lock of " + key + " is held by " + holder + ", and the request does not wait";
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    return "the lock of " + key + " was not free within " + millis + " ms; " + holder + " holds it";
  }
}
