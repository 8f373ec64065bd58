package klomp.clog;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.InvalidRequestException;
import klomp.api.StoreClosedException;
import klomp.api.XidTooOldException;

/**
 * The commit log before its strategy: checks arguments, keeps the bounds of what may be asked, and
 * cuts a tree into steps.
 *
 * <p>The rule for a commit over several pages: first sub-committed on every other page, then the
 * top's own page, then committed on the others. So the top's own bits are the one instant at which
 * the whole tree commits: before it, a reader who finds sub-committed asks for the top and finds it
 * in progress.
 *
 * <p>The rule for truncation: the bound is raised first, pages and files go afterwards, and a
 * reader looks at the bound again after it has read. So an answer that came from a removed file is
 * never given.
 */
public final class PagedCommitLog implements CommitLog {

  private final ClogGeometry geometry;
  private final StatusStrategy strategy;
  private final SegmentFiles files;
  private final ClogMetrics metrics;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicLong oldest;

  /** No page above it was ever set: what is asked there is in progress, without any I/O. */
  private final AtomicLong lastPage;

  /** The lowest xid that is answered; the highest number after closing. */
  private volatile long bound;

  public PagedCommitLog(
      StatusStrategy strategy, SegmentFiles files, ClogMetrics metrics, long oldestXid) {
    if (oldestXid < 1) {
      throw new InvalidRequestException("xids begin at 1, not " + oldestXid);
    }
    this.geometry = files.geometry();
    this.strategy = strategy;
    this.files = files;
    this.metrics = metrics;
    this.oldest = new AtomicLong(oldestXid);
    this.bound = oldestXid;
    this.lastPage = new AtomicLong(files.lastPageAtOpen());
  }

  @Override
  public void commit(long xid, long[] subxids, int subCount) {
    set(xid, subxids, subCount, XidStatus.COMMITTED);
  }

  @Override
  public void abort(long xid, long[] subxids, int subCount) {
    set(xid, subxids, subCount, XidStatus.ABORTED);
  }

  @Override
  public int status(long xid) {
    checkReadable(xid);
    long page = geometry.page(xid);
    if (page > lastPage.get()) {
      return XidStatus.IN_PROGRESS;
    }
    int status = strategy.status(xid);
    // The page may have been dropped and its file removed while it was looked up.
    checkReadable(xid);
    return status;
  }

  @Override
  public int statusOfWriter(long xid) {
    long page = geometry.page(xid);
    if (xid < bound || page > lastPage.get()) {
      return xid < bound ? committedBefore(xid) : XidStatus.IN_PROGRESS;
    }
    int status = strategy.status(xid);
    return xid < bound ? committedBefore(xid) : status;
  }

  private int committedBefore(long xid) {
    checkXid(xid);
    checkOpen();
    return XidStatus.COMMITTED;
  }

  @Override
  public void flush() {
    checkOpen();
    files.checkUsable();
    strategy.flush();
  }

  @Override
  public void clear(long xid) {
    checkXid(xid);
    checkOpen();
    files.checkUsable();
    if (xid >= oldest.get() && geometry.page(xid) <= lastPage.get()) {
      strategy.clear(xid);
    }
  }

  @Override
  public void truncate(long oldestXid) {
    checkXid(oldestXid);
    checkOpen();
    files.checkUsable();
    if (!raiseOldest(oldestXid)) {
      return;
    }
    strategy.truncate(geometry.page(oldestXid));
    metrics.truncated();
  }

  @Override
  public long oldestXid() {
    return oldest.get();
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    synchronized (oldest) {
      bound = Long.MAX_VALUE;
    }
    try {
      if (files.isUsable()) {
        strategy.flush();
      }
    } finally {
      strategy.close();
    }
  }

  private boolean raiseOldest(long oldestXid) {
    synchronized (oldest) {
      checkOpen();
      if (oldestXid <= oldest.get()) {
        return false;
      }
      oldest.set(oldestXid);
      bound = oldestXid;
      return true;
    }
  }

  private void set(long xid, long[] subxids, int subCount, int status) {
    checkXid(xid);
    checkOpen();
    files.checkUsable();
    assert areAscending(xid, subxids, subCount) : "subxids must ascend from above " + xid;
    if (xid < oldest.get()) {
      setAnswerable(subxids, subCount, status);
      return;
    }
    long page = geometry.page(xid);
    raiseLastPage(subCount == 0 ? page : geometry.page(subxids[subCount - 1]));
    int own = pageEnd(page, subxids, 0, subCount);
    if (own < subCount && status == XidStatus.COMMITTED) {
      setSubs(subxids, own, subCount, XidStatus.SUB_COMMITTED);
    }
    strategy.set(new PageChange(page, status, xid, subxids, 0, own, own == subCount));
    setSubs(subxids, own, subCount, status);
  }

  /** Of a tree whose top nobody can ask for, what can be asked for. There is no order to keep. */
  private void setAnswerable(long[] subxids, int subCount, int status) {
    int from = 0;
    while (from < subCount && subxids[from] < oldest.get()) {
      from++;
    }
    if (from < subCount) {
      raiseLastPage(geometry.page(subxids[subCount - 1]));
      setSubs(subxids, from, subCount, status);
    }
  }

  private void setSubs(long[] subxids, int from, int to, int status) {
    for (int begin = from; begin < to; ) {
      long page = geometry.page(subxids[begin]);
      int end = pageEnd(page, subxids, begin, to);
      strategy.set(new PageChange(page, status, PageChange.NO_XID, subxids, begin, end, false));
      begin = end;
    }
  }

  /** The first index whose xid is beyond the page. */
  private int pageEnd(long page, long[] subxids, int from, int to) {
    long beyond = geometry.firstXid(page + 1);
    if (from == to || subxids[to - 1] < beyond) {
      return to;
    }
    int end = from;
    while (subxids[end] < beyond) {
      end++;
    }
    return end;
  }

  private void raiseLastPage(long page) {
    if (page > lastPage.get()) {
      lastPage.accumulateAndGet(page, Math::max);
    }
  }

  private void checkReadable(long xid) {
    if (xid < bound) {
      checkXid(xid);
      checkOpen();
      throw new XidTooOldException(
          "the fate of xid " + xid + " is forgotten; the oldest known is " + oldest.get());
    }
  }

  private void checkOpen() {
    if (closed.get()) {
      throw new StoreClosedException("the commit log is closed");
    }
  }

  private static void checkXid(long xid) {
    if (xid <= 0) {
      throw new InvalidRequestException("xids begin at 1, not " + xid);
    }
  }

  private static boolean areAscending(long xid, long[] subxids, int subCount) {
    long previous = xid;
    for (int i = 0; i < subCount; i++) {
      if (subxids[i] <= previous) {
        return false;
      }
      previous = subxids[i];
    }
    return true;
  }
}
