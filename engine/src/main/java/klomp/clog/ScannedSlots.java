package klomp.clog;

import java.util.Arrays;

/**
 * Looks at one slot after the other, as the original does: each search costs more the more slots
 * there are. Right where a bank is small, and where that cost is to be shown.
 */
final class ScannedSlots implements SlotDirectory {

  private static final long NO_PAGE = -1;

  private final long[] pages;
  private final UseCounts counts;
  private int emptyCount;

  ScannedSlots(int slots) {
    pages = new long[slots];
    Arrays.fill(pages, NO_PAGE);
    counts = new UseCounts(slots);
    emptyCount = slots;
  }

  @Override
  public int find(long page) {
    for (int slot = 0; slot < pages.length; slot++) {
      if (pages[slot] == page) {
        return slot;
      }
    }
    return NONE;
  }

  @Override
  public void used(int slot) {
    counts.used(slot);
  }

  @Override
  public void put(long page, int slot) {
    pages[slot] = page;
    emptyCount--;
    counts.used(slot);
  }

  @Override
  public void remove(long page, int slot) {
    assert pages[slot] == page;
    pages[slot] = NO_PAGE;
    emptyCount++;
  }

  @Override
  public int empty() {
    return emptyCount == 0 ? NONE : find(NO_PAGE);
  }

  @Override
  public int leastRecentlyUsed(Evictable evictable) {
    int best = NONE;
    for (int slot = 0; slot < pages.length; slot++) {
      counts.catchUp(slot);
      // Whether it may go is asked last: that is seldom.
      if (pages[slot] != NO_PAGE && (best == NONE || older(slot, best)) && evictable.test(slot)) {
        best = slot;
      }
    }
    return best;
  }

  private boolean older(int one, int other) {
    long difference = counts.of(one) - counts.of(other);
    return difference < 0 || difference == 0 && pages[one] < pages[other];
  }
}
