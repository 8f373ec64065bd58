package klomp.lock;

/**
 * What became of a {@link LockRequest}. It leaves {@code WAITING} once, for good, under the latch
 * of its key's stripe:
 *
 * <pre>
 *            +-- release by the one ahead ------------> GRANTED
 *            +-- LockTimer, at the deadline ----------> TIMED_OUT
 *  WAITING --+-- DeadlockDetector, when it enqueues --> DEADLOCK
 *            +-- releaseAll, releaseAfter, close -----> CANCELLED
 * </pre>
 *
 * The owner has the lock in {@code GRANTED} and only there; in {@code WAITING} the request stands
 * in the queue of its key, in every other state it is in no queue.
 */
public enum LockOutcome {
  /** Somebody else has the lock. */
  WAITING,
  /** The owner has the lock. */
  GRANTED,
  /** The lock was not free in time. */
  TIMED_OUT,
  /** To wait would have closed a circle of owners that wait for each other. */
  DEADLOCK,
  /** The owner let go of its locks, or the table was closed, while the request waited. */
  CANCELLED
}
