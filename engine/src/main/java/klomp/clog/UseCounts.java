package klomp.clog;

/**
 * When each slot was used last, on a clock that goes on with every use of another slot. After the
 * {@code cur_lru_count} of PostgreSQL's slru.c.
 *
 * <p>Counts are raced for by holders of a shared lock: the clock may go back, or two counts be
 * equal. The worst outcome is a poor victim, or a few until {@link #catchUp} is called for a count
 * that is ahead of the clock.
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

  /** The clock goes on from this slot's count, if it is behind. The lock is held exclusively. */
  void catchUp(int slot) {
    clock = Math.max(clock, counts[slot]);
  }

  long of(int slot) {
    return counts[slot];
  }
}
