package klomp.clog.strategy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The resident pages by number: an array that begins at the first page that may be asked for. A
 * look-up reads which array is the present one, and its element; neither is ever locked for it. An
 * array has room for pages that are not there: 8 bytes for 32,768 xids.
 *
 * <p>Elements are changed, and the array is replaced, under the monitor; a look-up that still has
 * an older array may miss a page that came later, and then asks again under the monitor. What was
 * dropped does not come back.
 */
final class ResidentPages {

  private static final VarHandle PAGE = MethodHandles.arrayElementVarHandle(ResidentPage[].class);

  private record Directory(long firstPage, ResidentPage[] pages) {

    ResidentPage get(long number) {
      long at = number - firstPage;
      return at >= 0 && at < pages.length ? (ResidentPage) PAGE.getAcquire(pages, (int) at) : null;
    }

    void set(long number, ResidentPage page) {
      PAGE.setRelease(pages, (int) (number - firstPage), page);
    }
  }

  private volatile Directory directory;

  /**
   * @param firstPage no earlier page is ever wanted
   */
  ResidentPages(long firstPage) {
    this.directory = new Directory(firstPage, new ResidentPage[0]);
  }

  /** The page, or null if it is not resident. */
  ResidentPage get(long number) {
    return directory.get(number);
  }

  /** The page of that number that is resident now, which is {@code page} if there was none. */
  synchronized ResidentPage putIfAbsent(ResidentPage page) {
    long number = page.number();
    if (number < directory.firstPage()) {
      // Dropped meanwhile: nobody asks for it any more.
      return page;
    }
    makeRoomFor(number);
    ResidentPage resident = directory.get(number);
    if (resident != null) {
      return resident;
    }
    directory.set(number, page);
    return page;
  }

  /** The page is resident no more, if it was. */
  synchronized void remove(ResidentPage page) {
    if (directory.get(page.number()) == page) {
      directory.set(page.number(), null);
    }
  }

  void forEach(Consumer<ResidentPage> action) {
    for (ResidentPage page : directory.pages()) {
      if (page != null) {
        action.accept(page);
      }
    }
  }

  /** Drops the pages below {@code firstPage}. */
  synchronized void dropBelow(long firstPage) {
    Directory old = directory;
    long dropped = firstPage - old.firstPage();
    if (dropped > 0) {
      int from = (int) Math.min(dropped, old.pages().length);
      directory =
          new Directory(firstPage, Arrays.copyOfRange(old.pages(), from, old.pages().length));
    }
  }

  private void makeRoomFor(long number) {
    Directory old = directory;
    int needed = Math.toIntExact(number - old.firstPage() + 1);
    if (needed > old.pages().length) {
      int length = Math.max(needed, old.pages().length + old.pages().length / 2);
      directory = new Directory(old.firstPage(), Arrays.copyOf(old.pages(), length));
    }
  }
}
