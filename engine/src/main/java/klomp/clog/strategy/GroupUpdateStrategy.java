package klomp.clog.strategy;

import klomp.clog.Bank;
import klomp.clog.BufferPool;
import klomp.clog.PageChange;

/**
 * One lock over the pool, as in {@link ControlLockStrategy}; but a setter that finds it taken joins
 * a {@link SetterGroup}, whose first member takes the lock once and sets for all.
 */
final class GroupUpdateStrategy extends PooledStrategy {

  private final SetterGroup group;

  GroupUpdateStrategy(BufferPool pool, Parts parts) {
    super(pool, parts);
    this.group = new SetterGroup(this, pool.bank(0), parts);
  }

  @Override
  void setIn(Bank bank, PageChange change) {
    group.set(change);
  }
}
