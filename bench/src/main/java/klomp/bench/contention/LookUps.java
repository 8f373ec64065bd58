package klomp.bench.contention;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.Store;
import klomp.api.TransactionStatus;

/**
 * The worst case of a pool of pages: each look-up, whichever client makes it, goes 32,768 xids back
 * from the one before, so it is on another page; and it comes back to a page only after all pages
 * of the history. With more pages than buffers every look-up is a miss.
 *
 * <p>The clients share one counter. That costs each look-up a few dozen nanoseconds, and without it
 * they would meet each other's pages.
 */
final class LookUps implements Operation {

  /** Shifts the place within the page with each round over the pages; prime to a page's xids. */
  private static final long SHIFT = 97;

  private final Store store;
  private final int pages;
  private final AtomicLong made = new AtomicLong();

  /**
   * @param pages how many pages of the commit log are full, from the first one on; 1 or more
   */
  LookUps(Store store, int pages) {
    this.store = store;
    this.pages = pages;
  }

  @Override
  public int run(SplittableRandom random) {
    long number = made.getAndIncrement();
    long page = pages - 1 - number % pages;
    long place = 1 + number / pages * SHIFT % (History.XIDS_A_PAGE - 1);
    long xid = page * History.XIDS_A_PAGE + place;
    if (store.status(xid) == TransactionStatus.IN_PROGRESS) {
      throw new IllegalStateException("xid " + xid + " ended long ago, but is called in progress");
    }
    return 1;
  }
}
