package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusWords;

/**
 * What the strategies over a pool have in common: looking up, and setting under the exclusive lock.
 * A look-up takes the lock of the page's bank shared; if the page is not there, it takes it
 * exclusively and has it read.
 */
final class PooledStatus {

  private final BufferPool pool;
  private final Parts parts;
  private final StatusWords words;

  PooledStatus(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.parts = parts;
    this.words = parts.words();
  }

  BufferPool pool() {
    return pool;
  }

  Bank bank(long page) {
    return pool.bank(pool.bankOf(page));
  }

  int status(long xid) {
    long page = parts.geometry().page(xid);
    Bank bank = bank(page);
    bank.control().lockShared();
    try {
      int slot = bank.find(page);
      if (slot >= 0) {
        return words.get(bank.words(slot), xid);
      }
    } finally {
      bank.control().unlockShared();
    }
    bank.control().lockExclusive();
    try {
      return words.get(bank.words(bank.load(page)), xid);
    } finally {
      bank.control().unlockExclusive();
    }
  }

  /** Takes the step. The bank's lock is held exclusively, before and after. */
  void setHeld(Bank bank, PageChange change) {
    int slot = bank.load(change.page());
    try {
      words.setExclusively(bank.words(slot), change);
    } finally {
      // A step refused half-way has changed words, too.
      bank.markDirty(slot);
    }
  }

  /** Takes the step, waiting for the bank's lock. */
  void setLocking(Bank bank, PageChange change) {
    bank.control().lockExclusive();
    try {
      setHeld(bank, change);
    } finally {
      bank.control().unlockExclusive();
    }
  }

  void clear(long xid) {
    long page = parts.geometry().page(xid);
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
}
