package klomp.clog.strategy;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import klomp.clog.ClogGeometry;

/**
 * The resident pages by number: a directory of runs, one run for each segment. A look-up reads the
 * directory and then the run; a page appears in its run by compare-and-set. The directory is
 * immutable and replaced, under the lock, when a run is added or runs are dropped; runs are shared
 * between the old directory and the new, so no page is lost between them.
 */
final class ResidentPages {

  private static final class Run extends AtomicReferenceArray<ResidentPage> {
    private static final long serialVersionUID = 1;

    Run(int pages) {
      super(pages);
    }
  }

  private record Directory(long firstRun, Run[] runs) {

    Run run(long number) {
      long at = number - firstRun;
      return at >= 0 && at < runs.length ? runs[(int) at] : null;
    }
  }

  private final ClogGeometry geometry;
  private volatile Directory directory;

  /**
   * @param firstPage no page of an earlier run is ever wanted
   */
  ResidentPages(ClogGeometry geometry, long firstPage) {
    this.geometry = geometry;
    this.directory = new Directory(geometry.segment(firstPage), new Run[0]);
  }

  /** The page, or null if it is not resident. */
  ResidentPage get(long number) {
    Run run = directory.run(geometry.segment(number));
    return run == null ? null : run.get(geometry.pageInSegment(number));
  }

  /** The page of that number that is resident now, which is {@code page} if there was none. */
  ResidentPage putIfAbsent(ResidentPage page) {
    int at = geometry.pageInSegment(page.number());
    Run run = runFor(geometry.segment(page.number()));
    if (run == null || run.compareAndSet(at, null, page)) {
      return page;
    }
    ResidentPage resident = run.get(at);
    // Dropped meanwhile: then nobody asks for it any more.
    return resident != null ? resident : page;
  }

  void forEach(Consumer<ResidentPage> action) {
    for (Run run : directory.runs()) {
      for (int i = 0; run != null && i < run.length(); i++) {
        ResidentPage page = run.get(i);
        if (page != null) {
          action.accept(page);
        }
      }
    }
  }

  /** Drops the pages below {@code firstPage}; they do not come back. */
  synchronized void dropBelow(long firstPage) {
    long firstRun = geometry.segment(firstPage);
    Directory old = directory;
    if (firstRun > old.firstRun()) {
      int kept = (int) Math.max(0, old.firstRun() + old.runs().length - firstRun);
      Run[] runs = new Run[kept];
      System.arraycopy(old.runs(), old.runs().length - kept, runs, 0, kept);
      directory = new Directory(firstRun, runs);
    }
    Run run = directory.run(firstRun);
    for (int i = 0; run != null && i < geometry.pageInSegment(firstPage); i++) {
      run.set(i, null);
    }
  }

  /** The run, made if missing; null if it was dropped. */
  private Run runFor(long number) {
    Run run = directory.run(number);
    return run != null ? run : makeRun(number);
  }

  private synchronized Run makeRun(long number) {
    Directory old = directory;
    long at = number - old.firstRun();
    if (at < 0) {
      return null;
    }
    int index = Math.toIntExact(at);
    Run[] runs =
        index < old.runs().length
            ? old.runs().clone()
            : Arrays.copyOf(old.runs(), Math.max(index + 1, old.runs().length));
    if (runs[index] == null) {
      runs[index] = new Run(geometry.pagesPerSegment());
    }
    directory = new Directory(old.firstRun(), runs);
    return runs[index];
  }
}
