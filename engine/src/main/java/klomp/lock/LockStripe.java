package klomp.lock;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The held locks of one stripe of the hash space: a chained hash table that grows and shrinks with
 * what it holds. Everything is guarded by the stripe's latch.
 */
final class LockStripe {

  private static final int LEAST_BUCKETS = 8;

  /** Keeps the counts of two stripes out of one cache line: everybody writes them. */
  @SuppressWarnings("unused")
  private long p0, p1, p2, p3, p4, p5;

  /**
   * The table when it holds little; kept, so that to shrink, and so to release, needs no memory.
   */
  private final LockEntry[] least = new LockEntry[LEAST_BUCKETS];

  private LockEntry[] buckets = least;
  private int size;
  private long acquired;

  LockEntry find(byte[] key, long hash) {
    for (LockEntry e = buckets[bucket(hash)]; e != null; e = e.chain) {
      if (e.hash == hash && Arrays.equals(e.key, key)) {
        return e;
      }
    }
    return null;
  }

  /** A new entry for a key that has none. */
  LockEntry insert(byte[] key, long hash) {
    LockEntry entry = new LockEntry(key, hash);
    if (size >= buckets.length) {
      moveTo(new LockEntry[buckets.length * 2]);
    }
    link(buckets, entry);
    size++;
    return entry;
  }

  void remove(LockEntry entry) {
    int at = bucket(entry.hash);
    if (buckets[at] == entry) {
      buckets[at] = entry.chain;
    } else {
      LockEntry before = buckets[at];
      while (before.chain != entry) {
        before = before.chain;
      }
      before.chain = entry.chain;
    }
    entry.chain = null;
    entry.holder = null;
    size--;
    if (buckets != least && size <= LEAST_BUCKETS / 4) {
      moveTo(least);
    }
  }

  void forEach(Consumer<LockEntry> action) {
    for (LockEntry bucket : buckets) {
      for (LockEntry e = bucket; e != null; e = e.chain) {
        action.accept(e);
      }
    }
  }

  void countAcquired() {
    acquired++;
  }

  long acquired() {
    return acquired;
  }

  int size() {
    return size;
  }

  int bucketCount() {
    return buckets.length;
  }

  private void moveTo(LockEntry[] next) {
    for (int i = 0; i < buckets.length; i++) {
      LockEntry e = buckets[i];
      buckets[i] = null;
      while (e != null) {
        LockEntry after = e.chain;
        link(next, e);
        e = after;
      }
    }
    buckets = next;
  }

  private static void link(LockEntry[] buckets, LockEntry entry) {
    int at = (int) entry.hash & (buckets.length - 1);
    entry.chain = buckets[at];
    buckets[at] = entry;
  }

  private int bucket(long hash) {
    return (int) hash & (buckets.length - 1);
  }
}
