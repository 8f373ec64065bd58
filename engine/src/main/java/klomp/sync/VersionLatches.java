package klomp.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed number of optimistic latches, each a 64-bit version word on a cache line of its own,
 * which it shares with two words of its user: what is guarded now, and a mark that it is in use. An
 * even version is free, an odd one is held exclusively. A reader takes no latch: it notes an even
 * version, reads, and asks whether the version is still the same; if not, it throws away what it
 * read and starts again. So a read writes nothing that others share.
 *
 * <p>After V. Leis et al., "The ART of Practical Synchronization" (DaMoN 2016).
 *
 * <p>Not reentrant, not fair. Held for well under a microsecond, never across I/O or a wait for a
 * lock. What is read under a version that does not hold may be torn: the reader must stay within
 * bounds by construction and must not act on it before {@link #validate}.
 */
public final class VersionLatches {

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /** A latch has a 64-byte line: the version, what is guarded, the mark. */
  private static final int STRIDE = 8;

  private static final int GUARDED = 1;
  private static final int MARK = 2;

  private static final int SPINS = 64;
  private static final int YIELDS = 16;
  private static final long PARK_NANOS = 20_000;

  private final long[] words;

  /**
   * @param count how many latches, numbered from 0
   */
  public VersionLatches(int count) {
    words = new long[(count + 1) * STRIDE];
  }

  /** The present version, once it is even. */
  public long optimistic(int latch) {
    long version = (long) WORD.getAcquire(words, at(latch));
    return (version & 1) == 0 ? version : awaitFree(latch);
  }

  /** Whether what was read since {@code version} was noted is whole. */
  public boolean validate(int latch, long version) {
    VarHandle.acquireFence();
    return (long) WORD.getAcquire(words, at(latch)) == version;
  }

  /** Takes the latch if the version is still {@code version} (even); nobody wrote in between. */
  public boolean tryUpgrade(int latch, long version) {
    return WORD.compareAndSet(words, at(latch), version, version + 1);
  }

  /** Takes the latch, waiting for another holder. */
  public void lock(int latch) {
    while (!tryUpgrade(latch, optimistic(latch))) {
      Thread.onSpinWait();
    }
  }

  /** Takes the latch unless another holds it. */
  public boolean tryLock(int latch) {
    long version = (long) WORD.getAcquire(words, at(latch));
    return (version & 1) == 0 && tryUpgrade(latch, version);
  }

  /** Gives the latch back with a new version: readers of before start again. */
  public void unlock(int latch) {
    assert isLocked(latch) : "latch " + latch + " is not held";
    WORD.setRelease(words, at(latch), words[at(latch)] + 1);
  }

  /**
   * Gives the latch back with the version it had: readers of before go on. Only after changes that
   * a reader may see or not see, in part or in whole, such as a hint bit.
   */
  public void unlockUnchanged(int latch) {
    assert isLocked(latch) : "latch " + latch + " is not held";
    WORD.setRelease(words, at(latch), words[at(latch)] - 1);
  }

  /** What the latch guards now, as {@link #setGuarded} said; 0 at first. */
  public long guarded(int latch) {
    return (long) WORD.getAcquire(words, at(latch) + GUARDED);
  }

  /** Says what the latch guards from now on; by its holder. */
  public void setGuarded(int latch, long subject) {
    WORD.setRelease(words, at(latch) + GUARDED, subject);
  }

  /**
   * Marks the latch as in use, without any order: writes only if it is not marked, so that a hot
   * latch costs its readers no shared write. A mark may be lost to a {@link #takeMark} beside it.
   */
  public void mark(int latch) {
    int at = at(latch) + MARK;
    if (words[at] == 0) {
      words[at] = 1;
    }
  }

  /** Whether it is marked; takes the mark off. */
  public boolean takeMark(int latch) {
    int at = at(latch) + MARK;
    boolean was = words[at] != 0;
    if (was) {
      words[at] = 0;
    }
    return was;
  }

  /** Whether it is marked. */
  public boolean isMarked(int latch) {
    return words[at(latch) + MARK] != 0;
  }

  /** Whether somebody holds it; for assertions. */
  public boolean isLocked(int latch) {
    return ((long) WORD.getAcquire(words, at(latch)) & 1) == 1;
  }

  private long awaitFree(int latch) {
    for (int tries = 0; ; tries++) {
      long version = (long) WORD.getAcquire(words, at(latch));
      if ((version & 1) == 0) {
        return version;
      }
      if (tries < SPINS) {
        Thread.onSpinWait();
      } else if (tries < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
  }

  private static int at(int latch) {
    return (latch + 1) * STRIDE;
  }
}
