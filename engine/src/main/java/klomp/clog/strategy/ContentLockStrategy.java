package klomp.clog.strategy;

import java.util.concurrent.locks.ReentrantLock;
import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;

/**
 * The control lock shared also to set, which keeps the page in its slot, and a lock per slot,
 * exclusive among setters of that page. Order: control lock, then content lock; never two content
 * locks. Readers take no content lock: a word is read in one piece, and a tree goes through
 * sub-committed before its top.
 *
 * <p>Who has the control lock exclusively needs no content lock, since every holder of one has the
 * control lock shared. So a page that is not there is read and set under the exclusive lock, and no
 * eviction can come in between for ever.
 */
final class ContentLockStrategy implements StatusStrategy {

  private final PooledStatus pooled;
  private final BufferPool pool;
  private final Parts parts;
  private final StatusWords words;
  private final ReentrantLock[] contentLocks;

  ContentLockStrategy(BufferPool pool, Parts parts, int slots) {
    this.pool = pool;
    this.parts = parts;
    this.words = parts.words();
    this.pooled = new PooledStatus(pool, parts);
    this.contentLocks = new ReentrantLock[slots];
    for (int i = 0; i < slots; i++) {
      contentLocks[i] = new ReentrantLock();
    }
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
      lock(contentLocks[slot]);
      try {
        words.setExclusively(bank.words(slot), change);
      } finally {
        bank.markDirty(slot);
        contentLocks[slot].unlock();
      }
      return true;
    } finally {
      bank.control().unlockShared();
    }
  }

  private void lock(ReentrantLock content) {
    if (!content.tryLock()) {
      long begin = parts.host().nanoTime();
      content.lock();
      parts.metrics().waited(parts.host().nanoTime() - begin);
    }
    parts.metrics().exclusiveAcquired();
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
