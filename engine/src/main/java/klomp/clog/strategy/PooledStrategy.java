package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.ClogGeometry;
import klomp.clog.ControlLock;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;

/**
 * What the strategies over a pool have in common: all but how a step is set. A look-up takes the
 * lock of the page's bank shared; if the page is not there, it takes it exclusively and has it
 * read.
 */
abstract class PooledStrategy implements StatusStrategy {

  private final BufferPool pool;
  private final ClogGeometry geometry;
  private final StatusWords words;

  PooledStrategy(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.geometry = parts.geometry();
    this.words = parts.words();
  }

  /** Takes the step; its page is the newest or older. No lock is held, before or after. */
  abstract void setIn(Bank bank, PageChange change);

  @Override
  public final void set(PageChange change) {
    pool.raiseNewestPage(change.page());
    setIn(bank(change.page()), change);
  }

  @Override
  public final int status(long xid) {
    long page = geometry.page(xid);
    Bank bank = bank(page);
    ControlLock control = bank.control();
    long stamp = control.lockShared();
    try {
      int slot = bank.find(page);
      if (slot >= 0) {
        return words.get(bank.words(slot), xid);
      }
    } finally {
      control.unlockShared(stamp);
    }
    control.lockExclusive();
    try {
      return words.get(bank.words(bank.load(page)), xid);
    } finally {
      control.unlockExclusive();
    }
  }

  @Override
  public final void clear(long xid) {
    long page = geometry.page(xid);
    Bank bank = bank(page);
    bank.control().lockExclusive();
    try {
      int slot = bank.load(page);
      words.clear(bank.words(slot), xid);
      bank.markDirty(slot);
    } finally {
      bank.control().unlockExclusive();
    }
  }

  @Override
  public final void flush() {
    pool.flush();
  }

  @Override
  public final void truncate(long firstPage) {
    pool.truncate(firstPage);
  }

  @Override
  public final void close() {
    pool.close();
  }

  /** Takes the step, waiting for the bank's lock. */
  final void setLocking(Bank bank, PageChange change) {
    bank.control().lockExclusive();
    try {
      setHeld(bank, change);
    } finally {
      bank.control().unlockExclusive();
    }
  }

  /** Takes the step. The bank's lock is held exclusively, before and after. */
  final void setHeld(Bank bank, PageChange change) {
    int slot = bank.load(change.page());
    try {
      words.setExclusively(bank.words(slot), change);
    } finally {
      // A step refused half-way has changed words, too.
      bank.markDirty(slot);
    }
  }

  private Bank bank(long page) {
    return pool.bank(pool.bankOf(page));
  }
}
