package klomp.clog;

import java.util.Arrays;

/**
 * A hash table from page to slot, and a heap of slots by their last use: a search costs the same
 * however many slots there are, and the choice of a victim the logarithm.
 *
 * <p>The heap is lazy, as a use under the shared lock must not move it: each slot stands where it
 * belonged when it was put there. The root, brought to its present use and sifted down until it is
 * up to date, is the least recently used of all: every other slot was used no earlier than its
 * place in the heap says, and that is no earlier than the root. Each use is made up for at most
 * once.
 */
final class IndexedSlots implements SlotDirectory {

  private static final long NO_PAGE = -1;

  private final long[] pages;
  private final UseCounts counts;

  /** Open addressing, probed linearly, at most half full; slot + 1, or 0 for nothing. */
  private final int[] table;

  private final int mask;

  /** The slots that hold a page; {@link #placed} is what their order goes by. */
  private final int[] heap;

  private final long[] placed;

  /** Where in the heap a slot is. */
  private final int[] places;

  private int size;

  private final int[] empty;
  private int emptyCount;

  /** Slots taken off the heap during a search because they may not be evicted. */
  private final int[] passed;

  IndexedSlots(int slots) {
    pages = new long[slots];
    Arrays.fill(pages, NO_PAGE);
    counts = new UseCounts(slots);
    table = new int[Integer.highestOneBit(Math.max(2, slots - 1)) * 4];
    mask = table.length - 1;
    heap = new int[slots];
    placed = new long[slots];
    places = new int[slots];
    passed = new int[slots];
    empty = new int[slots];
    for (int slot = slots - 1; slot >= 0; slot--) {
      empty[emptyCount++] = slot;
    }
  }

  @Override
  public int find(long page) {
    for (int at = home(page); table[at] != 0; at = at + 1 & mask) {
      int slot = table[at] - 1;
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
    assert emptyCount > 0 && empty[emptyCount - 1] == slot : "slots are filled in their order";
    emptyCount--;
    pages[slot] = page;
    int at = home(page);
    while (table[at] != 0) {
      at = at + 1 & mask;
    }
    table[at] = slot + 1;
    counts.used(slot);
    push(slot);
  }

  @Override
  public void remove(long page, int slot) {
    assert pages[slot] == page;
    int at = home(page);
    while (table[at] != slot + 1) {
      at = at + 1 & mask;
    }
    closeGap(at);
    pages[slot] = NO_PAGE;
    empty[emptyCount++] = slot;
    removeAt(places[slot]);
  }

  @Override
  public int empty() {
    return emptyCount == 0 ? NONE : empty[emptyCount - 1];
  }

  @Override
  public int leastRecentlyUsed(Evictable evictable) {
    int found = NONE;
    int count = 0;
    while (size > 0 && found == NONE) {
      int slot = heap[0];
      if (placed[slot] != counts.of(slot)) {
        counts.catchUp(slot);
        placed[slot] = counts.of(slot);
        siftDown(0);
      } else if (evictable.test(slot)) {
        found = slot;
      } else {
        removeAt(0);
        passed[count++] = slot;
      }
    }
    while (count > 0) {
      push(passed[--count]);
    }
    return found;
  }

  private int home(long page) {
    return (int) (page * 0x9E3779B97F4A7C15L >>> 40) & mask;
  }

  /** Moves back what stands behind the gap only because that place was taken. */
  private void closeGap(int from) {
    int gap = from;
    for (int at = gap + 1 & mask; table[at] != 0; at = at + 1 & mask) {
      int distance = at - home(pages[table[at] - 1]) & mask;
      if (distance >= (at - gap & mask)) {
        table[gap] = table[at];
        gap = at;
      }
    }
    table[gap] = 0;
  }

  private void push(int slot) {
    placed[slot] = counts.of(slot);
    stand(slot, size);
    siftUp(size++);
  }

  private void removeAt(int place) {
    size--;
    if (place < size) {
      stand(heap[size], place);
      siftUp(place);
      siftDown(place);
    }
  }

  private void stand(int slot, int place) {
    heap[place] = slot;
    places[slot] = place;
  }

  private void siftUp(int from) {
    int place = from;
    int slot = heap[place];
    while (place > 0 && before(slot, heap[(place - 1) / 2])) {
      stand(heap[(place - 1) / 2], place);
      place = (place - 1) / 2;
    }
    stand(slot, place);
  }

  private void siftDown(int from) {
    int place = from;
    int slot = heap[place];
    while (true) {
      int child = 2 * place + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (!before(heap[child], slot)) {
        break;
      }
      stand(heap[child], place);
      place = child;
    }
    stand(slot, place);
  }

  private boolean before(int one, int other) {
    long difference = placed[one] - placed[other];
    return difference < 0 || difference == 0 && pages[one] < pages[other];
  }
}
