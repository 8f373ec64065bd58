package klomp.bench.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The slots of a bank: which page is where, in which state, and who is the victim. No time. */
final class SlotBank {

  static final int NONE = -1;
  private static final long NO_PAGE = -1;

  enum State {
    EMPTY,
    READING,
    VALID,
    WRITING
  }

  private final long[] pages;
  private final State[] states;
  private final boolean[] dirty;
  private final long[] used;
  private final Map<Long, Integer> places = new HashMap<>();
  private long clock;

  SlotBank(int slots) {
    pages = new long[slots];
    Arrays.fill(pages, NO_PAGE);
    states = new State[slots];
    Arrays.fill(states, State.EMPTY);
    dirty = new boolean[slots];
    used = new long[slots];
  }

  int size() {
    return pages.length;
  }

  int find(long page) {
    return places.getOrDefault(page, NONE);
  }

  /** How many slots a search for it looks at. */
  int searched(long page) {
    int slot = find(page);
    return slot == NONE ? size() : slot + 1;
  }

  State state(int slot) {
    return states[slot];
  }

  void setState(int slot, State state) {
    states[slot] = state;
  }

  boolean isDirty(int slot) {
    return dirty[slot];
  }

  void setDirty(int slot, boolean value) {
    dirty[slot] = value;
  }

  /** Whether the use was written down, as it was not the last one already. */
  boolean touch(int slot) {
    if (used[slot] == clock) {
      return false;
    }
    used[slot] = ++clock;
    return true;
  }

  /**
   * An empty slot, or the valid one used longest ago but for the newest page; {@link #NONE} if all
   * others are in I/O.
   */
  int victim(long newest) {
    clock++;
    int best = NONE;
    for (int slot = 0; slot < pages.length; slot++) {
      if (states[slot] == State.EMPTY) {
        return slot;
      }
      if (states[slot] == State.VALID && pages[slot] != newest) {
        if (best == NONE
            || used[slot] < used[best]
            || used[slot] == used[best] && pages[slot] < pages[best]) {
          best = slot;
        }
      }
    }
    return best;
  }

  /** Puts the page into a slot, for what was there. */
  void place(int slot, long page, State state) {
    if (pages[slot] != NO_PAGE) {
      places.remove(pages[slot]);
    }
    pages[slot] = page;
    places.put(page, slot);
    states[slot] = state;
    dirty[slot] = false;
  }

  /** What a look-up does if nothing takes time; whether it hit. */
  boolean lookUp(long page, long newest) {
    int slot = find(page);
    boolean hit = slot != NONE;
    if (!hit) {
      slot = victim(newest);
      place(slot, page, State.VALID);
    }
    touch(slot);
    return hit;
  }
}
