package klomp.page;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.api.StoreException;

/**
 * The first failed write or sync, after which nothing is written any more: what the failed call
 * left on the disk is unknown, and a repeated sync may succeed without having written anything.
 */
final class PoolFailure {

  private final AtomicReference<Throwable> cause = new AtomicReference<>();
  private final List<Runnable> wakers = new CopyOnWriteArrayList<>();

  /** Has {@code waker} called at the failure, to release those who wait. */
  void onFailure(Runnable waker) {
    wakers.add(waker);
  }

  /** Fails the pool unless it is failed already. */
  void fail(Throwable failure) {
    if (cause.compareAndSet(null, failure)) {
      wakers.forEach(Runnable::run);
    }
  }

  boolean isFailed() {
    return cause.get() != null;
  }

  /**
   * @throws StoreException if the pool is failed
   */
  void check() {
    if (cause.get() != null) {
      throw exception();
    }
  }

  StoreException exception() {
    Throwable first = cause.get();
    if (first instanceof StoreClosedException) {
      return new StoreClosedException(first.getMessage(), first);
    }
    return new StorageException("the page file failed and takes no more: " + first, first);
  }
}
