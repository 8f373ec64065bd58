package klomp.page;

import java.util.Arrays;

/**
 * Which units of the page file are in use: one bit each (a megabit, 128 KiB of heap, for a file of
 * 1 GiB). Runs are found next-fit, so that what is written together lies together.
 *
 * <p>Guarded by its monitor, which only the page writer and the checkpointing thread take.
 */
final class SpaceMap {

  /** A run this long is worth a write of its own. */
  private static final int LARGE_UNITS = 64;

  /** A run of free units, now taken. */
  record Run(long first, int units) {}

  private long[] used;
  private long total;
  private long usedUnits;
  private long cursor;
  private boolean largeRunsMayExist = true;

  /**
   * @param reserved units at the start that are never given
   */
  SpaceMap(long total, int reserved) {
    this.total = total;
    used = new long[wordsFor(total)];
    take(0, reserved);
  }

  /**
   * Takes a run of {@code most} units if there is one at hand, or a shorter one of at least {@code
   * least}.
   *
   * @return null if no run is long enough: the file must grow
   */
  synchronized Run allocate(int least, int most) {
    if (most >= LARGE_UNITS && least < LARGE_UNITS && largeRunsMayExist) {
      Run run = find(LARGE_UNITS, most);
      if (run != null) {
        return run;
      }
      largeRunsMayExist = false;
    }
    return find(least, most);
  }

  /** The file has grown to {@code units}. */
  synchronized void grow(long units) {
    assert units >= total;
    used = Arrays.copyOf(used, wordsFor(units));
    total = units;
    largeRunsMayExist = true;
  }

  synchronized void free(long first, int units) {
    for (long unit = first; unit < first + units; unit++) {
      assert isUsed(unit) : "unit " + unit + " is free already";
      used[word(unit)] &= ~bit(unit);
    }
    usedUnits -= units;
  }

  synchronized void free(PlaceList places) {
    places.forEach(place -> free(Place.firstUnit(place), Place.units(place)));
    largeRunsMayExist = true;
  }

  /**
   * Takes given units, while the map is rebuilt.
   *
   * @return false if some are in use already or beyond the file
   */
  synchronized boolean claim(long first, int units) {
    if (first < 0 || first + units > total || nextUsed(first, first + units) < first + units) {
      return false;
    }
    take(first, units);
    return true;
  }

  synchronized long totalUnits() {
    return total;
  }

  synchronized long usedUnits() {
    return usedUnits;
  }

  /** The first unit after the last one in use. */
  synchronized long end() {
    for (int i = used.length - 1; i >= 0; i--) {
      if (used[i] != 0) {
        return (long) i * Long.SIZE + Long.SIZE - Long.numberOfLeadingZeros(used[i]);
      }
    }
    return 0;
  }

  /** Has the search begin at the start of the file, so that its end may become free. */
  synchronized void rewind() {
    cursor = 0;
  }

  /** Gives up the free units from {@code units} on. */
  synchronized void shrink(long units) {
    assert units >= end() && units <= total;
    total = units;
    used = Arrays.copyOf(used, wordsFor(units));
    cursor = Math.min(cursor, units);
  }

  private Run find(int least, int most) {
    Run run = find(least, most, cursor, total);
    return run != null ? run : find(least, most, 0, Math.min(total, cursor + least));
  }

  private Run find(int least, int most, long from, long to) {
    long first = nextFree(from, to);
    while (first + least <= to) {
      long end = nextUsed(first, Math.min(to, first + most));
      if (end - first >= least) {
        int units = (int) (end - first);
        take(first, units);
        cursor = end;
        return new Run(first, units);
      }
      first = nextFree(end, to);
    }
    return null;
  }

  private long nextFree(long from, long to) {
    return next(from, to, -1L);
  }

  private long nextUsed(long from, long to) {
    return next(from, to, 0L);
  }

  /** The first unit whose bit differs from those of {@code pattern}, else {@code to}. */
  private long next(long from, long to, long pattern) {
    long unit = from;
    while (unit < to) {
      long bits = (used[word(unit)] ^ pattern) >>> unit;
      if (bits != 0) {
        return Math.min(to, unit + Long.numberOfTrailingZeros(bits));
      }
      unit = (unit | (Long.SIZE - 1)) + 1;
    }
    return to;
  }

  private void take(long first, int units) {
    for (long unit = first; unit < first + units; unit++) {
      assert !isUsed(unit) : "unit " + unit + " is in use";
      used[word(unit)] |= bit(unit);
    }
    usedUnits += units;
  }

  private boolean isUsed(long unit) {
    return (used[word(unit)] & bit(unit)) != 0;
  }

  private static int word(long unit) {
    return (int) (unit >>> 6);
  }

  private static long bit(long unit) {
    return 1L << unit;
  }

  private static int wordsFor(long units) {
    return Math.toIntExact((units + Long.SIZE - 1) / Long.SIZE);
  }
}
