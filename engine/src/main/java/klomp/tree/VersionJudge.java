package klomp.tree;

/**
 * Says which version of a key a reader takes. Called with the versions of one key from newest to
 * oldest; what it is given was validated before the call, so it is never torn. What it says counts
 * only if the page is still as it was afterwards. Used by one thread.
 */
public interface VersionJudge {

  /** Not this version; go on to the next older one. */
  int SKIP = 0;

  /** This version: its value is the answer, or "nothing" if it is a tombstone. */
  int TAKE = 1;

  /** No version of this key; look no further. */
  int STOP = 2;

  /** Or'ed to the verdict, and given as {@code hint}: the transaction is known to be committed. */
  int HINT_COMMITTED = 4;

  /** Or'ed to the verdict, and given as {@code hint}: the transaction is known to be aborted. */
  int HINT_ABORTED = 8;

  /**
   * The walk of a key begins, or begins again because the page changed under the reader: verdicts
   * given since the last restart are void.
   */
  void restart();

  /**
   * Judges one version.
   *
   * @param xid the transaction that wrote it
   * @param stamp its place among the versions of the key; unsigned, newer is greater
   * @param hint {@link #HINT_COMMITTED}, {@link #HINT_ABORTED} or 0: what is recorded so far
   * @param tombstone whether it says that the key is deleted
   * @return {@link #SKIP}, {@link #TAKE} or {@link #STOP}, with a hint or'ed in if one is to be
   *     recorded
   */
  int judge(long xid, long stamp, int hint, boolean tombstone);
}
