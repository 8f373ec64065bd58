package klomp.clog;

/**
 * The states of a slot. Changed only under the exclusive control lock; whether the page is dirty is
 * a flag beside them.
 *
 * <pre>
 *            read            done
 *   EMPTY ---------> READING -----> VALID ----------> WRITING
 *     ^                 |           |   ^    write       |
 *     |     failed      |           |   +----------------+
 *     +-----------------+           |     done, or failed and dirty again
 *     +-----------------------------+
 *       evicted clean, or truncated
 * </pre>
 */
enum SlotState {
  /** Holds no page. */
  EMPTY,
  /** A thread reads the page; nobody may look at the words. */
  READING,
  /** Readable and settable. */
  VALID,
  /**
   * The engine thread writes it, or is about to. Readable and settable, but not evictable; what is
   * set once writing has begun makes it dirty again.
   */
  WRITING
}
