package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;

/**
 * The control lock shared also to set, which keeps the page in its slot; the words are changed by
 * compare-and-set. Nothing makes a step of several words one, so a tree goes through sub-committed
 * even within a page.
 *
 * <p>A page that is not there is read under the exclusive lock, and then set under it, so that no
 * eviction can come in between for ever.
 */
final class NoContentLockStrategy implements StatusStrategy {

  private final PooledStatus pooled;
  private final BufferPool pool;
  private final Parts parts;
  private final StatusWords words;

  NoContentLockStrategy(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.parts = parts;
    this.words = parts.words();
    this.pooled = new PooledStatus(pool, parts);
  }

  @Override
  public void set(PageChange change) {
    pool.raiseNewestPage(change.page());
    Bank bank = pool.bank(0);
    if (!setIfPresent(bank, change)) {
      pooled.setLocking(bank, change);
    }
  }

  private boolean setIfPresent(Bank bank, PageChange change) {
    bank.control().lockShared();
    try {
      int slot = bank.find(change.page());
      if (slot < 0) {
        return false;
      }
      try {
        parts.metrics().casRetried(words.setByCompareAndSet(bank.words(slot), change));
      } finally {
        bank.markDirty(slot);
      }
      return true;
    } finally {
      bank.control().unlockShared();
    }
  }

  @Override
  public int status(long xid) {
    return pooled.status(xid);
  }

  @Override
  public void clear(long xid) {
    pooled.clear(xid);
  }

  @Override
  public void flush() {
    pool.flush();
  }

  @Override
  public void truncate(long firstPage) {
    pool.truncate(firstPage);
  }

  @Override
  public void close() {
    pool.close();
  }
}
