package klomp.clog.strategy;

import klomp.clog.BufferPool;
import klomp.clog.PageChange;
import klomp.clog.StatusStrategy;

/**
 * One lock over the pool: shared to read a page that is there, exclusive to set or to have a page
 * read. The baseline.
 */
final class ControlLockStrategy implements StatusStrategy {

  private final PooledStatus pooled;
  private final BufferPool pool;

  ControlLockStrategy(BufferPool pool, Parts parts) {
    this.pool = pool;
    this.pooled = new PooledStatus(pool, parts);
  }

  @Override
  public void set(PageChange change) {
    pool.raiseNewestPage(change.page());
    pooled.setLocking(pool.bank(0), change);
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
