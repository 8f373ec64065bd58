package klomp.xid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * From a subtransaction to the transaction it is part of, for as long as a snapshot may ask.
 *
 * <p>A window of pages over the xids; a page exists only if a subtransaction falls into it.
 * Look-ups are two reads without a lock; changes are guarded by the lock of the {@link RunningSet}.
 * An entry is written before any snapshot has a limit above it, so a reader that needs one finds
 * it.
 *
 * <p>A page may go when each of its transactions has ended and every snapshot still in use was
 * taken after that, or ends below the page: then no snapshot has one of those transactions among
 * its running ones.
 */
final class SubtransactionMap {

  static final int PAGE_XIDS = 4096;
  private static final int PAGE_SHIFT = 12;
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);

  /** What a reader holds: replaced as a whole, its pages shared with the one before. */
  private record Window(long firstPage, Page[] pages) {}

  private static final class Page {
    final long[] tops = new long[PAGE_XIDS];
    int unfinished;
    long lastEnd;
  }

  private volatile Window window = new Window(0, new Page[0]);

  /** The transaction of the subtransaction {@code xid}; 0 if it is none, or none that matters. */
  long topOf(long xid) {
    Page page = page(window, xid);
    return page == null ? 0 : (long) ENTRY.getAcquire(page.tops, (int) (xid & PAGE_XIDS - 1));
  }

  /**
   * Adds a subtransaction; {@code xid} is above all added before.
   *
   * @return whether that took a new page, a good moment to {@link #trim}
   */
  boolean add(long xid, long top) {
    Page page = page(window, xid);
    boolean fresh = page == null;
    if (fresh) {
      page = new Page();
      append(xid >>> PAGE_SHIFT, page);
    }
    page.unfinished++;
    ENTRY.setRelease(page.tops, (int) (xid & PAGE_XIDS - 1), top);
    return fresh;
  }

  /** Says that the transaction of {@code xid} has ended, as the {@code sequence}-th to do so. */
  void ended(long xid, long sequence) {
    Page page = page(window, xid);
    page.unfinished--;
    page.lastEnd = sequence;
  }

  /** Drops the pages that none of {@code active} can ask for. */
  void trim(List<Snapshot> active) {
    Window now = window;
    Page[] kept = now.pages.clone();
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] != null && !needed(kept[i], now.firstPage + i, active)) {
        kept[i] = null;
      }
    }
    int lead = 0;
    while (lead < kept.length && kept[lead] == null) {
      lead++;
    }
    Page[] rest = java.util.Arrays.copyOfRange(kept, lead, kept.length);
    window = new Window(now.firstPage + lead, rest);
  }

  /** How many pages there are; each takes 32 KiB. */
  int pages() {
    int count = 0;
    for (Page page : window.pages) {
      count += page == null ? 0 : 1;
    }
    return count;
  }

  private static boolean needed(Page page, long number, List<Snapshot> active) {
    if (page.unfinished > 0) {
      return true;
    }
    for (Snapshot snapshot : active) {
      boolean before = snapshot.sequence() < page.lastEnd;
      boolean reaches =
          snapshot.limit() > number << PAGE_SHIFT && snapshot.oldest() < number + 1 << PAGE_SHIFT;
      if (before && reaches) {
        return true;
      }
    }
    return false;
  }

  private static Page page(Window window, long xid) {
    long index = (xid >>> PAGE_SHIFT) - window.firstPage;
    return index < 0 || index >= window.pages.length ? null : window.pages[(int) index];
  }

  private void append(long number, Page page) {
    Window now = window;
    long first = now.pages.length == 0 ? number : now.firstPage;
    Page[] pages = java.util.Arrays.copyOf(now.pages, (int) (number - first) + 1);
    pages[pages.length - 1] = page;
    window = new Window(first, pages);
  }
}
