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
   * Takes the flag down; whether it was up. Volatile, so the words copied next are at least as new.
   */
  boolean takeDirty() {
    boolean was = dirty;
    dirty = false;
    return was;
  }
}
