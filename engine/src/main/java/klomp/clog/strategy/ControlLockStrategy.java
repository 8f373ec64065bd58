package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;

/**
 * One lock over the pool: shared to read a page that is there, exclusive to set or to have a page
 * read. The baseline, with a search that costs more the more slots there are.
 */
final class ControlLockStrategy extends PooledStrategy {

  ControlLockStrategy(BufferPool pool, Parts parts) {
    super(pool, parts);
  }

  @Override
  void setIn(Bank bank, PageChange change) {
    setLocking(bank, change);
  }
}
