package klomp.tree;

/**
 * What became of the transaction that wrote a version, as far as pruning must know: {@link
 * #ABORTED}, {@link #UNSETTLED}, or committed and since when. The last is a <i>moment</i>: every
 * snapshot taken at it or later sees the version, and none of those in use that were taken before.
 * Moments are positive numbers that rise with time; {@link #SETTLED} is before all of them.
 *
 * <p>Of two committed versions of a key, the older one is not needed if its moment is not before
 * the newer one's: whoever sees it sees the newer one. That holds whenever the two were asked for,
 * and for snapshots taken later.
 *
 * <p>Answers are given without waiting for latches of the tree, by any number of threads.
 */
public interface VersionFates {

  /** Nobody will ever see the version. */
  long ABORTED = -1;

  /** Committed, and visible to every present and future snapshot: older versions are not needed. */
  long SETTLED = 0;

  /** The transaction may run, or is about to end: the version and those before it are needed. */
  long UNSETTLED = Long.MAX_VALUE;

  /**
   * For pages in memory.
   *
   * @param hint as in {@link VersionJudge#judge}
   */
  long fate(long xid, int hint);

  /**
   * For copies that are written to disk: the same, but claims only what a crash cannot undo. A hint
   * is kept in the copy only if the answer confirms it. Called on the page writer; does no I/O.
   */
  long durableFate(long xid, int hint);
}
