package klomp.clog;

/**
 * The fate of every transaction. Safe for use by any number of threads, but for {@link #clear}.
 *
 * <p>A status once set is never lost while the log is open and never changes. A parent is never
 * seen {@linkplain XidStatus#COMMITTED committed} while one of its released subtransactions is seen
 * in progress: it is committed too, or {@linkplain XidStatus#SUB_COMMITTED sub-committed}, which
 * means "as its parent". After a crash the files are right for what was set before the last {@link
 * #flush}; the rest is cleared and replayed by recovery.
 *
 * <p>No call can be broken off by an interrupt; the flag of the thread is kept. After a failed
 * write or sync every call but {@link #status} and {@link #close} throws {@link
 * klomp.api.StorageException}. After {@link #close} every call throws {@link
 * klomp.api.StoreClosedException}.
 */
public interface CommitLog extends AutoCloseable {

  /**
   * Commits a tree; returns when {@link #status} says so. Setting what is set already changes
   * nothing, so replay may repeat it. Xids below {@link #oldestXid} are passed over, as nobody can
   * ask for them.
   *
   * @param xid of the top of the tree, from 1
   * @param subxids ascending, all above {@code xid}; not changed, not kept
   * @param subCount how many of them are meant
   * @throws klomp.api.StorageException if a page could not be read or an earlier write had failed;
   *     the tree may then be set in part (never its top before all below it)
   * @throws IllegalStateException if one of them is aborted already; names the xid
   */
  void commit(long xid, long[] subxids, int subCount);

  /**
   * Aborts a transaction with its subtransactions, or one subtransaction with those below it. As
   * {@link #commit} otherwise.
   */
  void abort(long xid, long[] subxids, int subCount);

  /**
   * The status of a transaction, one of {@link XidStatus}. An xid that nobody has set is in
   * progress, also if it was never handed out.
   *
   * @throws klomp.api.InvalidRequestException if {@code xid} is not positive
   * @throws klomp.api.XidTooOldException if it is below {@link #oldestXid}
   * @throws klomp.api.StorageException if its page could not be read; asking again tries again
   */
  int status(long xid);

  /**
   * The status of the transaction that wrote a version of the tree. Below {@link #oldestXid} it is
   * committed: truncation follows a sweep that took all other versions out. Whoever read the
   * version without a latch makes sure afterwards that it was still there when this was asked.
   *
   * @throws klomp.api.StorageException if its page could not be read; asking again tries again
   */
  int statusOfWriter(long xid);

  /**
   * Makes everything set before this call durable: writes the changed pages, syncs each touched
   * segment once, and the directory if files were made.
   */
  void flush();

  /** Sets one xid back to in progress. For recovery, while no other thread uses the log. */
  void clear(long xid);

  /**
   * Forgets all xids below {@code oldestXid} and removes the segments that hold no others. Call it
   * after a checkpoint has recorded the new bound; a lower bound than the present one changes
   * nothing.
   */
  void truncate(long oldestXid);

  /** The lowest xid that {@link #status} answers. */
  long oldestXid();

  /**
   * Flushes, then gives up files and threads. After a failed write or sync it only gives up. A
   * second call does nothing.
   */
  @Override
  void close();
}
