package klomp.clog.strategy;

import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;

/**
 * One lock over the pool, as in {@link ControlLockStrategy}; but a setter that finds it taken joins
 * a {@link SetterGroup}, whose first member takes the lock once and sets for all.
 */
final class GroupUpdateStrategy implements StatusStrategy {

  private final PooledStatus pooled;
  private final BufferPool pool;
  private final SetterGroup group;

  GroupUpdateStrategy(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.pooled = new PooledStatus(pool, parts);
    this.group = new SetterGroup(pooled, pool.bank(0), parts.metrics());
  }

  @Override
  public void set(PageChange change) {
    pool.raiseNewestPage(change.page());
    group.set(change);
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
