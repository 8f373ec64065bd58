package klomp.clog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Stands in for the engine's while Fray schedules: the same values, and a place to switch threads
 * before each access. Of a {@link VarHandle}, Fray 0.9.2 sees only the volatile read and write and
 * the compare-and-set.
 */
final class AtomicWords {

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private AtomicWords() {}

  static long getVolatile(long[] words, int at) {
    return (long) WORD.getVolatile(words, at);
  }

  static void setVolatile(long[] words, int at, long value) {
    WORD.setVolatile(words, at, value);
  }

  static void setRelease(long[] words, int at, long value) {
    WORD.setVolatile(words, at, value);
  }

  static boolean compareAndSet(long[] words, int at, long old, long value) {
    return WORD.compareAndSet(words, at, old, value);
  }

  /** Returns what it was before. */
  static long getAndOr(long[] words, int at, long bits) {
    long before;
    do {
      before = (long) WORD.getVolatile(words, at);
    } while (!WORD.compareAndSet(words, at, before, before | bits));
    return before;
  }
}
