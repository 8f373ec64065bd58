package klomp.clog.strategy;

import java.util.concurrent.locks.ReentrantLock;
import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.ControlLock;
import klomp.clog.PageChange;
import klomp.metrics.WaitEvent;

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
final class ContentLockStrategy extends PooledStrategy {

  private final Parts parts;
  private final ReentrantLock[] contentLocks;

  ContentLockStrategy(BufferPool pool, Parts parts, int slots) {
    super(pool, parts);
    this.parts = parts;
    this.contentLocks = new ReentrantLock[slots];
    for (int i = 0; i < slots; i++) {
      contentLocks[i] = new ReentrantLock();
    }
  }

  @Override
  void setIn(Bank bank, PageChange change) {
    if (!setIfPresent(bank, change)) {
      setLocking(bank, change);
    }
  }

  private boolean setIfPresent(Bank bank, PageChange change) {
    ControlLock control = bank.control();
    long stamp = control.lockShared();
    try {
      int slot = bank.find(change.page());
      if (slot < 0) {
        return false;
      }
      lock(contentLocks[slot]);
      try {
        parts.words().setExclusively(bank.words(slot), change);
      } finally {
        bank.markDirty(slot);
        contentLocks[slot].unlock();
      }
      return true;
    } finally {
      control.unlockShared(stamp);
    }
  }

  private void lock(ReentrantLock content) {
    if (!content.tryLock()) {
      WaitEvent event = parts.metrics().contentLock();
      event.begin();
      long begin = parts.host().nanoTime();
      content.lock();
      event.end(parts.host().nanoTime() - begin);
    }
    parts.metrics().contentAcquired();
  }
}
