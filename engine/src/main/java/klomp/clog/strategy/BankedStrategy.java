package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;

/**
 * Banks of slots, each with its own lock and LRU, and group update inside each. A page belongs to
 * one bank, so neighbouring pages do not meet, and a search looks at the slots of one bank only.
 * Commits of one moment are on one page, hence in one bank: that is what the group is for.
 *
 * <p>Each bank has its own {@link SetterGroup}. A leader therefore never needs the lock of another
 * bank, and no thread ever holds two.
 */
final class BankedStrategy extends PooledStrategy {

  private final BufferPool pool;
  private final SetterGroup[] groups;

  BankedStrategy(BufferPool pool, Parts parts) {
    super(pool, parts);
    this.pool = pool;
    this.groups = new SetterGroup[pool.bankCount()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = new SetterGroup(this, pool.bank(i), parts);
    }
  }

  @Override
  void setIn(Bank bank, PageChange change) {
    groups[pool.bankOf(change.page())].set(change);
  }
}
