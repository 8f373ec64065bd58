package klomp.tree;

/**
 * What became of the transaction that wrote a version, as far as pruning must know. Answers are
 * given without waiting for locks or latches of the tree, by any number of threads. An answer other
 * than {@link #UNSETTLED} is for ever.
 */
public interface VersionFates {

  /** Somebody may yet need the version, or an older one of the same key. */
  int UNSETTLED = 0;

  /** Nobody will ever see the version. */
  int ABORTED = 1;

  /** Committed, and visible to every present and future snapshot: older versions are not needed. */
  int SETTLED = 2;

  /**
   * For pages in memory.
   *
   * @param hint as in {@link VersionJudge#judge}
   */
  int fate(long xid, int hint);

  /**
   * For copies that are written to disk: the same, but claims only what a crash cannot undo. A hint
   * is kept in the copy only if the answer confirms it. Called on the page writer; does no I/O.
   */
  int durableFate(long xid, int hint);
}
