package klomp.clog.strategy;

import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.PageChange;
import klomp.clog.SegmentFiles;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;
import klomp.host.Host;
import klomp.metrics.WaitEvent;

/**
 * One thread owns the pages: it alone sets, reads pages in, evicts and writes, so nothing is
 * locked. Setters hand their step over and wait. A reader of a resident page never waits: it finds
 * the page and reads the word. If the page is not resident, it has the owner read it.
 *
 * <p>Why a reader may read a page that is evicted meanwhile: the page keeps its words, and those
 * were the truth until the eviction, which came after the reader had begun. The owner takes a dirty
 * page out only after it is written.
 */
final class SingleWriterStrategy implements StatusStrategy {

  private final class SetStep extends OwnerWork {
    private final PageChange change;

    SetStep(PageChange change) {
      this.change = change;
    }

    @Override
    void perform() {
      newestPage = Math.max(newestPage, change.page());
      ResidentPage page = load(change.page());
      try {
        words.setExclusively(page.words(), change);
      } finally {
        // A step refused half-way has changed words, too.
        page.markDirty();
      }
    }

    @Override
    boolean isSlow() {
      return pages.get(change.page()) == null;
    }
  }

  private final class LoadPage extends OwnerWork {
    private final long number;

    /** Published by settling. */
    private ResidentPage page;

    LoadPage(long number) {
      this.number = number;
    }

    @Override
    void perform() {
      page = load(number);
    }
  }

  private static final class Task extends OwnerWork {
    private final Runnable task;

    Task(Runnable task) {
      this.task = task;
    }

    @Override
    void perform() {
      task.run();
    }
  }

  private static final int PAGES_AT_ONCE = 16;

  private final ClogGeometry geometry;
  private final SegmentFiles files;
  private final StatusWords words;
  private final Host host;
  private final ClogMetrics metrics;
  private final ResidentPages pages;
  private final OwnerThread owner;

  /** The owner's own: the resident pages, at most as many as there are buffers, and the hand. */
  private final ResidentPage[] clock;

  private int hand;

  /** The owner's own: the page that is never evicted. */
  private long newestPage = -1;

  SingleWriterStrategy(Parts parts, int buffers, long firstPage) {
    geometry = parts.geometry();
    files = parts.files();
    words = parts.words();
    host = parts.host();
    metrics = parts.metrics();
    pages = new ResidentPages(firstPage);
    clock = new ResidentPage[buffers];
    owner = new OwnerThread(parts.host(), "klomp-clog-owner");
  }

  @Override
  public void set(PageChange change) {
    metrics.handedOver();
    handOver(new SetStep(change));
  }

  @Override
  public int status(long xid) {
    long number = geometry.page(xid);
    ResidentPage page = pages.get(number);
    if (page == null) {
      LoadPage load = new LoadPage(number);
      handOver(load);
      // Evicted again already, perhaps: what it holds was true after the look-up had begun.
      page = load.page;
    } else {
      metrics.hit();
      page.reference();
    }
    return words.get(page.words(), xid);
  }

  @Override
  public void clear(long xid) {
    owner.call(
        new Task(
            () -> {
              ResidentPage page = load(geometry.page(xid));
              words.clear(page.words(), xid);
              page.markDirty();
            }));
  }

  /**
   * Some pages at a time, so that setters need not wait for all of them; the sync is not the
   * owner's work.
   */
  @Override
  public void flush() {
    for (int from = 0; from < clock.length; from += PAGES_AT_ONCE) {
      int first = from;
      int last = Math.min(clock.length, from + PAGES_AT_ONCE);
      owner.call(new Task(() -> writeDirty(first, last)));
    }
    files.sync();
  }

  @Override
  public void truncate(long firstPage) {
    owner.call(new Task(() -> dropBelow(firstPage)));
    files.removeBelow(firstPage);
  }

  @Override
  public void close() {
    try {
      owner.close();
    } finally {
      files.close();
    }
  }

  private void handOver(OwnerWork work) {
    WaitEvent event = metrics.handover();
    event.begin();
    long begin = host.nanoTime();
    try {
      owner.call(work);
    } finally {
      event.end(host.nanoTime() - begin);
    }
  }

  private ResidentPage load(long number) {
    ResidentPage resident = pages.get(number);
    if (resident != null) {
      metrics.hit();
      resident.reference();
      return resident;
    }
    metrics.missed();
    int place = victim();
    evict(place);
    long[] fresh = words.newPage();
    files.read(number, fresh);
    ResidentPage page = new ResidentPage(number, fresh);
    clock[place] = page;
    return pages.putIfAbsent(page);
  }

  /**
   * The place of a page that was not looked up since the hand came by last, or an empty one; the
   * CLOCK approximation of the least recently used, since a hit must not write what others read.
   */
  private int victim() {
    while (true) {
      int place = hand;
      hand = (hand + 1) % clock.length;
      ResidentPage page = clock[place];
      if (page == null || page.number() != newestPage && !page.takeReferenced()) {
        return place;
      }
    }
  }

  private void evict(int place) {
    ResidentPage victim = clock[place];
    if (victim != null) {
      write(victim);
      pages.remove(victim);
      clock[place] = null;
      metrics.evicted();
    }
  }

  private void writeDirty(int from, int to) {
    for (int place = from; place < to; place++) {
      if (clock[place] != null) {
        write(clock[place]);
      }
    }
  }

  private void dropBelow(long firstPage) {
    for (int place = 0; place < clock.length; place++) {
      if (clock[place] != null && clock[place].number() < firstPage) {
        clock[place] = null;
      }
    }
    pages.dropBelow(firstPage);
  }

  private void write(ResidentPage page) {
    if (page.isDirty()) {
      files.write(page.number(), page.words());
      page.takeDirty();
    }
  }
}
