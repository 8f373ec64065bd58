package klomp.page;

/**
 * Where in the page file something is: a run of units of 1 KiB. As a number:
 *
 * <pre>
 *  63                       24 23            0
 *  +-------------------------+---------------+
 *  | first unit              | units         |
 *  +-------------------------+---------------+
 * </pre>
 *
 * Zero is no place: unit 0 belongs to the root blocks.
 */
final class Place {

  static final long NONE = 0;

  /** Bytes of a unit. */
  static final int UNIT = 1024;

  /** A page takes at most this many units. */
  static final int MAX_PAGE_UNITS = PagePool.PAGE_BYTES / UNIT;

  private static final int UNITS_BITS = 24;

  private Place() {}

  static long of(long firstUnit, int units) {
    assert firstUnit > 0 && units > 0 && units < 1 << UNITS_BITS;
    return firstUnit << UNITS_BITS | units;
  }

  static long firstUnit(long place) {
    return place >>> UNITS_BITS;
  }

  static int units(long place) {
    return (int) place & ((1 << UNITS_BITS) - 1);
  }

  static long position(long place) {
    return firstUnit(place) * UNIT;
  }

  static int bytes(long place) {
    return units(place) * UNIT;
  }

  /** The first unit after it. */
  static long end(long place) {
    return firstUnit(place) + units(place);
  }

  static int unitsFor(int bytes) {
    return (bytes + UNIT - 1) / UNIT;
  }

  static String toString(long place) {
    return "units " + firstUnit(place) + ".." + (firstUnit(place) + units(place) - 1);
  }
}
