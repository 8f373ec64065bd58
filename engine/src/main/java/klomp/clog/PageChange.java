package klomp.clog;

/**
 * One step of setting a tree: some xids of one page, and the status they get. Belongs to the thread
 * that waits for it; others only read it while it waits.
 *
 * @param page the page of all of them
 * @param status what they become, one of {@link XidStatus}
 * @param xid the top of the tree, or {@link #NO_XID} if this step is about subtransactions only
 * @param subxids ascending; those from index {@code from} to before {@code to} are meant
 * @param wholeTree whether this step is all there is to do for the tree
 */
public record PageChange(
    long page, int status, long xid, long[] subxids, int from, int to, boolean wholeTree) {

  /** Not an xid: they begin at 1. */
  public static final long NO_XID = 0;

  public int subCount() {
    return to - from;
  }
}
