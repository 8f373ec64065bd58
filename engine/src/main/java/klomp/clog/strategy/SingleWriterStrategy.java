package klomp.clog.strategy;

import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.PageChange;
import klomp.clog.SegmentFiles;
import klomp.clog.StatusStrategy;
import klomp.clog.StatusWords;

/**
 * One thread owns the pages: it alone sets, reads pages in, evicts and writes, so nothing is
 * locked. Setters hand their step over and wait. A reader of a resident page never waits: it finds
 * the frame and reads the word. If the page is not resident, it has the owner read it.
 *
 * <p>Why a reader may read a frame that is evicted meanwhile: the frame keeps its words, and those
 * were the truth until the eviction, which came after the reader had begun. The owner takes a dirty
 * frame out only after it is written.
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
      Frame frame = load(change.page());
      frame.dirty = true;
      words.setExclusively(frame.words(), change);
    }

    @Override
    boolean isSlow() {
      return false;
    }
  }

  private final class LoadPage extends OwnerWork {
    private final long page;

    /** Published by settling. */
    private Frame frame;

    LoadPage(long page) {
      this.page = page;
    }

    @Override
    void perform() {
      frame = load(page);
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

  private final ClogGeometry geometry;
  private final SegmentFiles files;
  private final StatusWords words;
  private final ClogMetrics metrics;
  private final FrameTable frames;
  private final OwnerThread owner;

  /** The owner's own: the page that is never evicted. */
  private long newestPage = -1;

  SingleWriterStrategy(Parts parts, int buffers) {
    geometry = parts.geometry();
    files = parts.files();
    words = parts.words();
    metrics = parts.metrics();
    frames = new FrameTable(buffers);
    owner = new OwnerThread(parts.host(), "klomp-clog-owner");
  }

  @Override
  public void set(PageChange change) {
    metrics.handedOver();
    owner.call(new SetStep(change));
  }

  @Override
  public int status(long xid) {
    long page = geometry.page(xid);
    Frame frame = frames.get(page);
    if (frame == null) {
      LoadPage load = new LoadPage(page);
      owner.call(load);
      // Evicted again already, perhaps: what it holds was true after the look-up had begun.
      frame = load.frame;
    }
    return words.get(frame.words(), xid);
  }

  @Override
  public void clear(long xid) {
    owner.call(
        new Task(
            () -> {
              Frame frame = load(geometry.page(xid));
              frame.dirty = true;
              words.clear(frame.words(), xid);
            }));
  }

  /**
   * Set by set, so that setters need not wait for all of them; the sync is not the owner's work.
   */
  @Override
  public void flush() {
    for (int i = 0; i < frames.sets(); i++) {
      int set = i;
      owner.call(new Task(() -> frames.forEachIn(set, this::write)));
    }
    files.sync();
  }

  @Override
  public void truncate(long firstPage) {
    owner.call(new Task(() -> frames.dropBelow(firstPage)));
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

  private Frame load(long page) {
    Frame resident = frames.get(page);
    if (resident != null) {
      return resident;
    }
    metrics.missed();
    int place = frames.victim(page, newestPage);
    Frame victim = frames.at(place);
    if (victim != null) {
      write(victim);
      frames.put(place, null);
      metrics.evicted();
    }
    long[] fresh = words.newPage();
    files.read(page, fresh);
    Frame frame = new Frame(page, fresh);
    frames.put(place, frame);
    return frame;
  }

  private void write(Frame frame) {
    if (frame.dirty) {
      files.write(frame.page(), frame.words());
      frame.dirty = false;
    }
  }
}
