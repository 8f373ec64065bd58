package klomp.page;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import klomp.sync.VersionLatches;

/**
 * An owner of pages for tests. A page holds a counter, its own number, and as many words as the
 * counter says (so that the gap varies), each of which depends on both.
 *
 * <pre>
 *  24        32        40       48              gapStart      gapEnd        16384
 *  +---------+---------+--------+---- ... -------+     gap     +---- ... ----+
 *  | counter | pid     | words  | words          |             | words       |
 *  +---------+---------+--------+---- ... -------+             +---- ... ----+
 * </pre>
 */
final class CounterPages {

  private static final int COUNTER = PagePool.HEADER_BYTES;
  private static final int OWN_PID = COUNTER + 8;
  private static final int WORDS = OWN_PID + 8;
  private static final int FIRST_WORD = WORDS + 8;
  private static final int MOST_WORDS = 1000;

  private final PagePool pool;
  private final VersionLatches latches;

  CounterPages(PagePool pool) {
    this.pool = pool;
    this.latches = pool.latches();
  }

  /** Makes a page with that counter. */
  long create(long counter) {
    int frame = pool.allocate();
    long pid = pool.pidAt(frame);
    fill(pool.bytes(frame), pid, counter);
    latches.unlock(frame);
    return pid;
  }

  /** The frame of an existing page, latched exclusively. */
  int lock(long pid) {
    while (true) {
      int frame = pool.frameOf(pid);
      if (frame == PagePool.NO_FRAME) {
        throw new AssertionError("page " + pid + " is missing");
      }
      latches.lock(frame);
      if (pool.pidAt(frame) == pid) {
        return frame;
      }
      latches.unlockUnchanged(frame);
    }
  }

  void unlock(int frame) {
    latches.unlock(frame);
  }

  /** Sets the counter of a page whose frame is latched. */
  void setLatched(int frame, long counter) {
    pool.beforeChange(frame);
    fill(pool.bytes(frame), pool.pidAt(frame), counter);
  }

  /** The counter of a page whose frame is latched, everything on it verified. */
  long getLatched(int frame) {
    return verified(pool.bytes(frame), pool.pidAt(frame));
  }

  void set(long pid, long counter) {
    int frame = lock(pid);
    setLatched(frame, counter);
    unlock(frame);
  }

  void free(long pid) {
    pool.free(lock(pid));
  }

  /** Reads without a latch; verifies everything on the page. */
  long read(long pid) {
    while (true) {
      int frame = pool.frameOf(pid);
      if (frame == PagePool.NO_FRAME) {
        throw new AssertionError("page " + pid + " is missing");
      }
      long version = latches.optimistic(frame);
      if (pool.pidAt(frame) != pid) {
        continue;
      }
      long counter = -1;
      AssertionError wrong = null;
      try {
        counter = verified(pool.bytes(frame), pid);
      } catch (AssertionError e) {
        wrong = e;
      } catch (IndexOutOfBoundsException e) {
        wrong = new AssertionError(e);
      }
      if (latches.validate(frame, version)) {
        if (wrong != null) {
          throw wrong;
        }
        return counter;
      }
    }
  }

  private static int words(long pid, long counter) {
    return new SplittableRandom(pid * 31 + counter).nextInt(MOST_WORDS);
  }

  private static long word(long pid, long counter, int i) {
    return (pid * 0x9E3779B97F4A7C15L) ^ (counter << 20) ^ i;
  }

  private static void fill(ByteBuffer page, long pid, long counter) {
    int words = words(pid, counter);
    page.putLong(COUNTER, counter);
    page.putLong(OWN_PID, pid);
    page.putLong(WORDS, words);
    for (int i = 0; i < words; i++) {
      page.putLong(FIRST_WORD + i * 8, word(pid, counter, i));
      page.putLong(PagePool.PAGE_BYTES - (i + 1) * 8, word(pid, counter, -i));
    }
    page.putShort(PagePool.GAP_START, (short) (FIRST_WORD + words * 8));
    page.putShort(PagePool.GAP_END, (short) (PagePool.PAGE_BYTES - words * 8));
  }

  private static long verified(ByteBuffer page, long pid) {
    long counter = page.getLong(COUNTER);
    int words = words(pid, counter);
    check(pid, page.getLong(PagePool.PID), pid);
    check(pid, page.getLong(OWN_PID), pid);
    check(pid, page.getLong(WORDS), words);
    for (int i = 0; i < words; i++) {
      check(pid, page.getLong(FIRST_WORD + i * 8), word(pid, counter, i));
      check(pid, page.getLong(PagePool.PAGE_BYTES - (i + 1) * 8), word(pid, counter, -i));
    }
    return counter;
  }

  private static void check(long pid, long is, long expected) {
    if (is != expected) {
      throw new AssertionError("page " + pid + " has " + is + " for " + expected);
    }
  }
}
