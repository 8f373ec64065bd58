package klomp.clog;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Single words of an array, with the memory order in the name of the method. By itself because a
 * tool that chooses schedules has to see every one of these, and Fray does not see all: it puts a
 * class of its own in this one's place.
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
    WORD.setRelease(words, at, value);
  }

  static boolean compareAndSet(long[] words, int at, long old, long value) {
    return WORD.compareAndSet(words, at, old, value);
  }

  /** Returns what it was before. */
  static long getAndOr(long[] words, int at, long bits) {
    return (long) WORD.getAndBitwiseOr(words, at, bits);
  }
}
