package klomp.clog.strategy;

import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;

/**
 * Banks of slots, each with its own lock and LRU, and group update inside each. A page belongs to
 * one bank, so neighbouring pages do not meet, and a search looks at the slots of one bank only.
 * Commits of one moment are on one page, hence in one bank: that is what the group is for.
 *
 * <p>Each bank has its own {@link SetterGroup}. A leader therefore never needs the lock of another
 * bank, and no thread ever holds two.
 */
final class BankedStrategy implements StatusStrategy {

  private final PooledStatus pooled;
  private final BufferPool pool;
  private final SetterGroup[] groups;

  BankedStrategy(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.pooled = new PooledStatus(pool, parts);
    this.groups = new SetterGroup[pool.bankCount()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = new SetterGroup(pooled, pool.bank(i), parts.metrics());
    }
  }

  @Override
  public void set(PageChange change) {
    pool.raiseNewestPage(change.page());
    groups[pool.bankOf(change.page())].set(change);
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
