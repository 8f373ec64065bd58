package klomp.clog;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import klomp.host.Host;

/**
 * Stands in for the engine's control lock while Fray schedules: the same contract from a mutex and
 * its conditions. Fray does not know the conditions of a {@link
 * java.util.concurrent.locks.ReentrantReadWriteLock} on Java 25: it takes the waiter for one who
 * still has the lock. Counts nothing.
 */
public final class ControlLock {

  private final ReentrantLock mutex = new ReentrantLock();
  private final Condition given = mutex.newCondition();
  private int sharers;
  private Thread owner;

  ControlLock(Host host, ClogMetrics metrics) {}

  public long lockShared() {
    mutex.lock();
    try {
      while (owner != null) {
        given.awaitUninterruptibly();
      }
      sharers++;
      return 0;
    } finally {
      mutex.unlock();
    }
  }

  public void unlockShared(long stamp) {
    mutex.lock();
    try {
      sharers--;
      given.signalAll();
    } finally {
      mutex.unlock();
    }
  }

  public void lockExclusive() {
    mutex.lock();
    try {
      take();
    } finally {
      mutex.unlock();
    }
  }

  public boolean tryLockExclusive() {
    mutex.lock();
    try {
      boolean free = owner == null && sharers == 0;
      if (free) {
        owner = Thread.currentThread();
      }
      return free;
    } finally {
      mutex.unlock();
    }
  }

  public void unlockExclusive() {
    mutex.lock();
    try {
      give();
    } finally {
      mutex.unlock();
    }
  }

  public boolean isHeldExclusively() {
    mutex.lock();
    try {
      return owner == Thread.currentThread();
    } finally {
      mutex.unlock();
    }
  }

  Condition newCondition() {
    return mutex.newCondition();
  }

  void await(Condition condition) {
    mutex.lock();
    try {
      give();
      condition.awaitUninterruptibly();
      take();
    } finally {
      mutex.unlock();
    }
  }

  void signalAll(Condition condition) {
    mutex.lock();
    try {
      condition.signalAll();
    } finally {
      mutex.unlock();
    }
  }

  private void take() {
    while (owner != null || sharers > 0) {
      given.awaitUninterruptibly();
    }
    owner = Thread.currentThread();
  }

  private void give() {
    owner = null;
    given.signalAll();
  }
}
