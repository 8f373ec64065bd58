package klomp.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Copies of pages as they stood at the instant of the checkpoint under way, made by threads that
 * are about to change them, waiting to be written. Bounded: when all buffers are in use, the next
 * thread waits until the page writer has written some, which needs no latch that it could hold.
 *
 * <p>Own lock, a leaf.
 */
final class SideCopies {

  /** A page of {@code epoch}, kept aside. */
  record Copy(long pid, long epoch, ByteBuffer bytes) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final Deque<ByteBuffer> spare = new ArrayDeque<>();
  private final Deque<Copy> waiting = new ArrayDeque<>();
  private final int count;
  private final PoolFailure failure;

  SideCopies(int count, PoolFailure failure) {
    this.count = count;
    this.failure = failure;
    ByteBuffer all = ByteBuffer.allocateDirect(count * PageLayout.PAGE);
    for (int i = 0; i < count; i++) {
      spare.add(all.slice(i * PageLayout.PAGE, PageLayout.PAGE).order(ByteOrder.LITTLE_ENDIAN));
    }
    failure.onFailure(this::wakeAll);
  }

  /**
   * Copies the page; the caller holds its latch.
   *
   * @return whether the page writer should be woken
   */
  boolean add(long pid, long epoch, ByteBuffer page, Runnable wakeWriter) {
    ByteBuffer buffer = takeBuffer(wakeWriter);
    buffer.put(0, page, 0, PageLayout.PAGE);
    lock.lock();
    try {
      waiting.add(new Copy(pid, epoch, buffer));
      return waiting.size() >= count / 2;
    } finally {
      lock.unlock();
    }
  }

  private ByteBuffer takeBuffer(Runnable wakeWriter) {
    lock.lock();
    try {
      while (spare.isEmpty()) {
        failure.check();
        wakeWriter.run();
        freed.awaitUninterruptibly();
      }
      return spare.poll();
    } finally {
      lock.unlock();
    }
  }

  /** The oldest copy not taken yet, or null. For the page writer. */
  Copy poll() {
    lock.lock();
    try {
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives the buffer of a copy back. */
  void release(Copy copy) {
    lock.lock();
    try {
      spare.push(copy.bytes());
      freed.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      freed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
