package klomp.clog.strategy;

/**
 * A page of {@code direct}. The flag goes up after the words and comes down before they are copied.
 */
final class ResidentPage {

  private final long number;
  private final long[] words;
  private volatile boolean dirty;

  ResidentPage(long number, long[] words) {
    this.number = number;
    this.words = words;
  }

  long number() {
    return number;
  }

  long[] words() {
    return words;
  }

  void markDirty() {
    if (!dirty) {
      dirty = true;
    }
  }

  /**
   * Takes the flag down if it is up, and says whether it was; one thread at a time. A flag that is
   * down is not written: a setter may be raising it. Volatile, so the words copied next are at
   * least as new as the flag.
   */
  boolean takeDirty() {
    if (!dirty) {
      return false;
    }
    dirty = false;
    return true;
  }
}
