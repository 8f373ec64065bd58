package klomp.clog.strategy;

import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.EngineThread;
import klomp.clog.PageChange;
import klomp.clog.SegmentFiles;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;

/**
 * No replacement: every page, once touched, stays resident until it is truncated. One atomic OR
 * sets, one volatile read looks up; there is no lock on either path. A tree goes through
 * sub-committed unless it is in one word.
 *
 * <p>Memory: a page for every {@code xidsPerPage} xids (8 KiB for 32,768) between the oldest xid
 * and the newest that were asked for or set; truncation gives it back.
 */
final class DirectStrategy implements StatusStrategy {

  private final ClogGeometry geometry;
  private final SegmentFiles files;
  private final StatusWords words;
  private final ResidentPages pages;
  private final EngineThread writer;
  private final ClogMetrics metrics;

  DirectStrategy(Parts parts, long firstPage) {
    this.geometry = parts.geometry();
    this.files = parts.files();
    this.words = parts.words();
    this.metrics = parts.metrics();
    this.pages = new ResidentPages(firstPage);
    this.writer = new EngineThread(parts.host(), "klomp-clog-writer");
  }

  @Override
  public void set(PageChange change) {
    ResidentPage page = page(change.page());
    try {
      metrics.casRetried(words.setByOr(page.words(), change));
    } finally {
      page.markDirty();
    }
  }

  @Override
  public int status(long xid) {
    return words.get(page(geometry.page(xid)).words(), xid);
  }

  @Override
  public void clear(long xid) {
    ResidentPage page = page(geometry.page(xid));
    words.clear(page.words(), xid);
    page.markDirty();
  }

  @Override
  public void flush() {
    writer.call(() -> pages.forEach(this::write));
    files.sync();
  }

  @Override
  public void truncate(long firstPage) {
    pages.dropBelow(firstPage);
    files.removeBelow(firstPage);
  }

  @Override
  public void close() {
    try {
      writer.close();
    } finally {
      files.close();
    }
  }

  private ResidentPage page(long number) {
    ResidentPage page = pages.get(number);
    if (page == null) {
      return read(number);
    }
    metrics.hit();
    return page;
  }

  /**
   * Two threads may read it at once; both find the same on disk, and the first one's page is kept.
   */
  private ResidentPage read(long number) {
    metrics.missed();
    long[] fresh = words.newPage();
    files.read(number, fresh);
    return pages.putIfAbsent(new ResidentPage(number, fresh));
  }

  private void write(ResidentPage page) {
    if (!page.takeDirty()) {
      return;
    }
    boolean written = false;
    try {
      files.write(page.number(), page.words());
      written = true;
    } finally {
      if (!written) {
        page.markDirty();
      }
    }
  }
}
