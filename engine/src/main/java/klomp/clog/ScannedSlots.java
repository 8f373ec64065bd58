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

  ScannedSlots(int slots) {
    pages = new long[slots];
    Arrays.fill(pages, NO_PAGE);
    counts = new UseCounts(slots);
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
    counts.used(slot);
  }

  @Override
  public void remove(long page, int slot) {
    assert pages[slot] == page;
    pages[slot] = NO_PAGE;
  }

  @Override
  public int empty() {
    return find(NO_PAGE);
  }

  @Override
  public int leastRecentlyUsed(Evictable evictable) {
    int best = NONE;
    for (int slot = 0; slot < pages.length; slot++) {
      counts.catchUp(slot);
      if (pages[slot] != NO_PAGE && evictable.test(slot) && (best == NONE || older(slot, best))) {
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
