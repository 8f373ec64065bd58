package klomp.recovery;

import klomp.checkpoint.CheckpointState;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.page.PagePool;
import klomp.tree.VersionTree;
import klomp.wal.WalEnd;
import klomp.wal.WalReader;
import klomp.wal.WalVisitor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replays the log from a checkpoint's position, in two passes.
 *
 * <p><b>First the fates.</b> The commit log on disk is right about transactions that were finished
 * at the checkpoint. About the others it may say too much (a page was written later, but the log
 * lost the commit), so theirs are cleared: the unfinished ones of the checkpoint, and all xids that
 * were handed out after it. Then every commit and abort of the log is set.
 *
 * <p><b>Then the content.</b> Now each fate is final, and nobody has a snapshot: the versions of
 * committed transactions are inserted (those that are there already stay), all others are skipped,
 * and pruning may drop whatever is not the newest.
 *
 * <p>Both passes may be repeated, in part or in whole, by a crash in between: they set what is set
 * and insert what is there.
 */
public final class Recovery {

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final long PROGRESS_BYTES = 256L << 20;

  /**
   * Where the log ends and numbers go on.
   *
   * @param end where the log ends and its next life begins
   * @param nextXid no xid at or above was handed out
   * @param records how many were replayed
   */
  public record Outcome(WalEnd end, long nextXid, long records) {}

  private final Host host;
  private final HostDirectory walDirectory;
  private final CommitLog clog;
  private final CheckpointState checkpoint;

  public Recovery(
      Host host, HostDirectory walDirectory, CommitLog clog, CheckpointState checkpoint) {
    this.host = host;
    this.walDirectory = walDirectory;
    this.clog = clog;
    this.checkpoint = checkpoint;
  }

  /** Runs both passes. */
  public Outcome run(PagePool pool) {
    long start = host.nanoTime();
    Fates fates = new Fates();
    fates.clear(0, checkpoint.unfinished());
    fates.clearUpTo(checkpoint.xidLimit());
    WalEnd end = read(fates);
    if (fates.records > 0) {
      LOG.info("replaying {} bytes of log", end.lsn() - checkpoint.walPosition());
      VersionTree tree = VersionTree.open(pool, checkpoint.rootPid(), new RecoveryFates(clog));
      read(new Content(tree));
      LOG.info(
          "replayed {} records in {} ms", fates.records, (host.nanoTime() - start) / 1_000_000);
    }
    return new Outcome(end, fates.clearedTo, fates.records);
  }

  private WalEnd read(WalVisitor visitor) {
    return WalReader.read(walDirectory, checkpoint.walPosition(), visitor);
  }

  /** The first pass. */
  private final class Fates implements WalVisitor {
    private long clearedTo = checkpoint.nextXid();
    private long records;

    void clear(int from, long[] xids) {
      for (int i = from; i < xids.length; i++) {
        clog.clear(xids[i]);
      }
    }

    /** Clears what was handed out since the checkpoint, before the log says anything about it. */
    void clearUpTo(long limit) {
      for (; clearedTo < limit; clearedTo++) {
        clog.clear(clearedTo);
      }
    }

    @Override
    public void put(long lsn, long xid, byte[] key, byte[] value) {
      records++;
    }

    @Override
    public void delete(long lsn, long xid, byte[] key) {
      records++;
    }

    @Override
    public void commit(long lsn, long xid, long[] subxids, long wallMillis) {
      records++;
      clog.commit(xid, subxids, subxids.length);
    }

    @Override
    public void abort(long lsn, long xid, long[] subxids) {
      records++;
      clog.abort(xid, subxids, subxids.length);
    }

    @Override
    public void xidLimit(long lsn, long limit) {
      records++;
      clearUpTo(limit);
    }

    @Override
    public void checkpoint(long lsn, byte[] payload) {
      records++;
    }
  }

  /** The second pass. */
  private final class Content implements WalVisitor {
    private final VersionTree tree;
    private long nextProgress = checkpoint.walPosition() + PROGRESS_BYTES;

    Content(VersionTree tree) {
      this.tree = tree;
    }

    @Override
    public void put(long lsn, long xid, byte[] key, byte[] value) {
      if (clog.status(xid) == XidStatus.COMMITTED) {
        tree.insert(key, lsn, xid, value);
      }
      if (lsn >= nextProgress) {
        LOG.info("replayed {} bytes of log", lsn - checkpoint.walPosition());
        nextProgress += PROGRESS_BYTES;
      }
    }

    @Override
    public void delete(long lsn, long xid, byte[] key) {
      put(lsn, xid, key, null);
    }

    @Override
    public void commit(long lsn, long xid, long[] subxids, long wallMillis) {
      // Set in the first pass.
    }

    @Override
    public void abort(long lsn, long xid, long[] subxids) {
      // Set in the first pass.
    }

    @Override
    public void xidLimit(long lsn, long limit) {
      // Used in the first pass.
    }

    @Override
    public void checkpoint(long lsn, byte[] payload) {
      // Says nothing that the pages do not.
    }
  }
}
