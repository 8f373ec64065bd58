package klomp.page;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Frames that hold no page, last in first out. The page writer keeps it filled to {@link #target};
 * whoever takes one when few are left wakes it.
 *
 * <p>Own lock, a leaf: nothing else is taken under it.
 */
final class FreeFrames {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();
  private final int[] frames;
  private final int target;
  private final PoolFailure failure;
  private volatile int size;
  private volatile int waiters;

  /** All frames are free at first. */
  FreeFrames(int count, PoolFailure failure) {
    this.failure = failure;
    frames = new int[count];
    target = Math.min(512, count / 8);
    for (int i = 0; i < count; i++) {
      frames[i] = count - 1 - i;
    }
    size = count;
    failure.onFailure(this::wakeAll);
  }

  /** A free frame, or -1. */
  int poll() {
    lock.lock();
    try {
      return size == 0 ? -1 : frames[--size];
    } finally {
      lock.unlock();
    }
  }

  void add(int frame) {
    lock.lock();
    try {
      frames[size++] = frame;
      if (waiters > 0) {
        added.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a frame was added or the pool failed. */
  void await() {
    lock.lock();
    try {
      waiters++;
      try {
        if (size == 0 && !failure.isFailed()) {
          added.awaitUninterruptibly();
        }
      } finally {
        waiters--;
      }
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      added.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int target() {
    return target;
  }

  int size() {
    return size;
  }

  boolean hasWaiters() {
    return waiters > 0;
  }

  boolean isLow() {
    return size < target / 2;
  }
}
