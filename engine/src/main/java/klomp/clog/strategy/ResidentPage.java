package klomp.clog.strategy;

/**
 * A page in memory that is found without a lock. Never given another number: one that was evicted
 * keeps the words it had, so a reader who still holds it reads what was true when it looked.
 *
 * <p>The dirty flag goes up after the words and comes down before they are copied.
 */
final class ResidentPage {

  private final long number;
  private final long[] words;
  private volatile boolean dirty;

  /**
   * Whether it was looked up since the last search for a victim came by. Raced for; the worst
   * outcome is a poor victim.
   */
  private boolean referenced;

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

  boolean isDirty() {
    return dirty;
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

  /** Writes only if it is the first since {@link #takeReferenced}. */
  void reference() {
    if (!referenced) {
      referenced = true;
    }
  }

  boolean takeReferenced() {
    boolean was = referenced;
    referenced = false;
    return was;
  }
}
