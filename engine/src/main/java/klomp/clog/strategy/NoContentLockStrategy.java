package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.ControlLock;
import klomp.clog.PageChange;

/**
 * The control lock shared also to set, which keeps the page in its slot; the words are changed by
 * compare-and-set. Nothing makes a step of several words one, so a tree goes through sub-committed
 * even within a page.
 *
 * <p>A page that is not there is read under the exclusive lock, and then set under it, so that no
 * eviction can come in between for ever.
 */
final class NoContentLockStrategy extends PooledStrategy {

  private final Parts parts;

  NoContentLockStrategy(BufferPool pool, Parts parts) {
    super(pool, parts);
    this.parts = parts;
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
      try {
        parts.metrics().casRetried(parts.words().setByCompareAndSet(bank.words(slot), change));
      } finally {
        bank.markDirty(slot);
      }
      return true;
    } finally {
      control.unlockShared(stamp);
    }
  }
}
