package klomp.clog;

/**
 * How threads share the pages of the commit log. {@link PagedCommitLog} stands before it: it checks
 * arguments and the truncation bound, and cuts a tree into steps of one page each in the order that
 * keeps a tree whole for readers.
 *
 * <p>Every implementation keeps, for any number of threads: a status once set is never lost and
 * never changes; a step is visible to {@link #status} when {@link #set} returns; within a step a
 * commit becomes visible below its top no later than at its top; a thread that saw the effect of
 * one step sees those of all steps before it.
 */
public interface StatusStrategy extends AutoCloseable {

  /** Takes one step. Its xids are all on one page. */
  void set(PageChange change);

  /** The status of a positive xid; nonsense if the page was truncated meanwhile. */
  int status(long xid);

  /** Back to in progress; while no other thread is here. */
  void clear(long xid);

  /** Writes and syncs what was set before the call. */
  void flush();

  /** Drops the pages below {@code firstPage} unwritten and removes the segments below its own. */
  void truncate(long firstPage);

  /** Gives up threads and files; flushes nothing. */
  @Override
  void close();
}
