package klomp.clog;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import klomp.host.Host;
import klomp.metrics.WaitEvent;

/**
 * The lock over a pool of slots, or over one bank of it: shared to look a page up and read it,
 * exclusive for everything else, and never held during I/O. Counts how often it was taken, what
 * waiting for it cost and how long it was held. The clock is asked only by those who wait and, for
 * the time held, at one acquisition in {@value #SAMPLE}.
 *
 * <p>Not fair: whoever comes when it is free, or when it is shared and shared is wanted, gets it
 * before those who are parked, as with PostgreSQL's lightweight locks. Who does not get it at once
 * looks a few times more before it parks, since the lock is held for less time than a thread switch
 * takes. An interrupt does not end a wait.
 */
public final class ControlLock {

  private static final int SAMPLE = 64;
  private static final int SAMPLE_SHIFT = 64 - 6;

  private static final long NOT_SAMPLED = 0;

  /** About a microsecond; of no use where the holder cannot run beside. */
  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 30 : 0;

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Host host;
  private final ClogMetrics metrics;

  /** When the present exclusive holder got it, if that is sampled; guarded by the lock. */
  private long exclusiveSince = NOT_SAMPLED;

  ControlLock(Host host, ClogMetrics metrics) {
    this.host = host;
    this.metrics = metrics;
  }

  /**
   * Takes it shared.
   *
   * @return a stamp for {@link #unlockShared}
   */
  public long lockShared() {
    if (!lock.readLock().tryLock()) {
      await(lock.readLock());
    }
    return sampleBegin();
  }

  public void unlockShared(long stamp) {
    lock.readLock().unlock();
    sampleEnd(stamp);
  }

  public void lockExclusive() {
    if (!lock.writeLock().tryLock()) {
      await(lock.writeLock());
    }
    exclusiveSince = sampleBegin();
  }

  private void await(Lock wanted) {
    WaitEvent event = metrics.controlLock();
    event.begin();
    long begin = host.nanoTime();
    boolean taken = false;
    for (int spin = 0; spin < SPINS && !taken; spin++) {
      Thread.onSpinWait();
      taken = wanted.tryLock();
    }
    if (!taken) {
      wanted.lock();
    }
    event.end(host.nanoTime() - begin);
  }

  /** Takes it if nobody has it, shared or exclusive. */
  public boolean tryLockExclusive() {
    if (!lock.writeLock().tryLock()) {
      return false;
    }
    exclusiveSince = sampleBegin();
    return true;
  }

  public void unlockExclusive() {
    long since = exclusiveSince;
    lock.writeLock().unlock();
    sampleEnd(since);
  }

  /** Whether the present thread has it exclusively; for assertions. */
  public boolean isHeldExclusively() {
    return lock.isWriteLockedByCurrentThread();
  }

  /** Something to {@link #await} with the exclusive lock held. */
  Condition newCondition() {
    return lock.writeLock().newCondition();
  }

  /** Gives the exclusive lock up until the condition is signalled and takes it again. */
  void await(Condition condition) {
    sampleEnd(exclusiveSince);
    condition.awaitUninterruptibly();
    exclusiveSince = sampleBegin();
  }

  /** Wakes those in {@link #await}; the lock is held exclusively. */
  void signalAll(Condition condition) {
    condition.signalAll();
  }

  /** Scattered evenly, so that no rhythm of the callers makes it one-sided. */
  private long sampleBegin() {
    long count = metrics.controlAcquired();
    return count * 0x9E3779B97F4A7C15L >>> SAMPLE_SHIFT == 1 ? host.nanoTime() : NOT_SAMPLED;
  }

  private void sampleEnd(long begin) {
    if (begin != NOT_SAMPLED) {
      metrics.held((host.nanoTime() - begin) * SAMPLE);
    }
  }
}
