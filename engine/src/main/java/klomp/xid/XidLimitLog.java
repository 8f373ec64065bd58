package klomp.xid;

/**
 * Where the allocator records how far it may go, so that after a crash no number is handed out a
 * second time.
 */
public interface XidLimitLog {

  /**
   * Records that numbers below {@code limit} may be handed out.
   *
   * @return a position for {@link #awaitDurable}
   */
  long append(long limit);

  /** Waits until what was appended at {@code position} survives a crash. */
  void awaitDurable(long position);
}
