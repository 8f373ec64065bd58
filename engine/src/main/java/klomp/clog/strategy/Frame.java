package klomp.clog.strategy;

/**
 * A resident page of {@code single-writer}. Never given another page: an evicted frame keeps the
 * words it had, so a reader who still holds it reads what was true when it looked.
 */
final class Frame {

  private final long page;
  private final long[] words;

  /** When it was used last. Raced for by readers; the worst outcome is a poor victim. */
  int used;

  /** The owner's own. */
  boolean dirty;

  Frame(long page, long[] words) {
    this.page = page;
    this.words = words;
  }

  long page() {
    return page;
  }

  long[] words() {
    return words;
  }
}
