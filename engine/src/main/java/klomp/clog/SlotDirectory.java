package klomp.clog;

/**
 * Which slot of a bank holds which page, and which slot was used longest ago. What the search costs
 * as slots are added is the difference between the two kinds.
 *
 * <p>Guarded by the control lock: shared for {@link #find} and {@link #used}, exclusive for the
 * rest. So {@code used} races with itself: the worst outcome is a poor victim.
 */
interface SlotDirectory {

  int NONE = -1;

  /** Which slots may be given another page. */
  @FunctionalInterface
  interface Evictable {
    boolean test(int slot);
  }

  /** The slot that holds the page, or {@link #NONE}. */
  int find(long page);

  /** The slot was used. Repeated use of the slot used last writes nothing. */
  void used(int slot);

  /** The slot, which held none, holds the page from now on. */
  void put(long page, int slot);

  /** The slot holds no page any more. */
  void remove(long page, int slot);

  /** A slot that holds no page, or {@link #NONE}. */
  int empty();

  /**
   * Of the slots that hold a page, the evictable one that was used longest ago, with the older page
   * if two are as old; {@link #NONE} if none is evictable.
   */
  int leastRecentlyUsed(Evictable evictable);
}
