package klomp.bench.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The pages of the single writer: a hand goes round, and the first page that was not looked up
 * since it came by last is the victim. A repeated look-up writes nothing. No time.
 */
final class ClockPages {

  private static final long NO_PAGE = -1;

  private final long[] pages;
  private final boolean[] referenced;
  private final boolean[] dirty;
  private final Map<Long, Integer> places = new HashMap<>();
  private int hand;

  ClockPages(int buffers) {
    pages = new long[buffers];
    Arrays.fill(pages, NO_PAGE);
    referenced = new boolean[buffers];
    dirty = new boolean[buffers];
  }

  boolean has(long page) {
    return places.containsKey(page);
  }

  /** Marks a page that is there as looked up. */
  void reference(long page) {
    referenced[places.get(page)] = true;
  }

  void markDirty(long page) {
    dirty[places.get(page)] = true;
  }

  /**
   * Puts a page in, for a victim that is not the newest page.
   *
   * @return whether the victim was dirty, so that it has to be written
   */
  boolean load(long page, long newest) {
    while (pages[hand] != NO_PAGE && (pages[hand] == newest || referenced[hand])) {
      referenced[hand] = false;
      hand = (hand + 1) % pages.length;
    }
    boolean write = dirty[hand];
    places.remove(pages[hand]);
    pages[hand] = page;
    places.put(page, hand);
    referenced[hand] = false;
    dirty[hand] = false;
    hand = (hand + 1) % pages.length;
    return write;
  }
}
