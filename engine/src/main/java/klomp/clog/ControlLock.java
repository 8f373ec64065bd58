package klomp.clog;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import klomp.host.Host;

/**
 * The lock over a pool of slots, or over one bank of it: shared to look a page up and read it,
 * exclusive for everything else, and never held during I/O. Counts how often it was taken and what
 * waiting for it cost; the clock is asked only by those who wait.
 *
 * <p>Not fair, but a waiting exclusive taker is not overtaken by new shared ones. An interrupt does
 * not end a wait.
 */
public final class ControlLock {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Host host;
  private final ClogMetrics metrics;

  ControlLock(Host host, ClogMetrics metrics) {
    this.host = host;
    this.metrics = metrics;
  }

  public void lockShared() {
    if (!lock.isWriteLocked() && !lock.hasQueuedThreads()) {
      lock.readLock().lock();
      return;
    }
    long begin = host.nanoTime();
    lock.readLock().lock();
    metrics.waited(host.nanoTime() - begin);
  }

  public void unlockShared() {
    lock.readLock().unlock();
  }

  public void lockExclusive() {
    if (tryLockExclusive()) {
      return;
    }
    long begin = host.nanoTime();
    lock.writeLock().lock();
    metrics.waited(host.nanoTime() - begin);
    metrics.exclusiveAcquired();
  }

  /** Takes it if nobody has it, shared or exclusive. */
  public boolean tryLockExclusive() {
    if (!lock.writeLock().tryLock()) {
      return false;
    }
    metrics.exclusiveAcquired();
    return true;
  }

  public void unlockExclusive() {
    lock.writeLock().unlock();
  }

  /** Whether the present thread has it exclusively; for assertions. */
  public boolean isHeldExclusively() {
    return lock.isWriteLockedByCurrentThread();
  }

  /** Waiting on it gives the exclusive lock up and takes it again. */
  Condition newCondition() {
    return lock.writeLock().newCondition();
  }
}
