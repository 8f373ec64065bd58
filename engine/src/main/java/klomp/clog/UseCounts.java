package klomp.clog;

/**
 * When each slot was used last, on a clock that goes on with every use of another slot. After the
 * {@code cur_lru_count} of PostgreSQL's slru.c.
 *
 * <p>Counts are raced for by holders of a shared lock: one may go back, or two be equal. The worst
 * outcome is a poor victim.
 */
final class UseCounts {

  private final long[] counts;
  private long clock;

  UseCounts(int slots) {
    counts = new long[slots];
  }

  void used(int slot) {
    long now = clock;
    if (counts[slot] != now) {
      clock = now + 1;
      counts[slot] = now + 1;
    }
  }

  long of(int slot) {
    return counts[slot];
  }
}
