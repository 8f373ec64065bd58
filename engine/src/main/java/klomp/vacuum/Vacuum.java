package klomp.vacuum;

import java.util.concurrent.atomic.LongAdder;
import klomp.api.KlompException;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.checkpoint.Checkpointer;
import klomp.clog.ClogGeometry;
import klomp.clog.CommitLog;
import klomp.host.Host;
import klomp.metrics.Metrics;
import klomp.page.PagePool;
import klomp.sync.SharedGate;
import klomp.tree.Garbage;
import klomp.tree.TreeSweep;
import klomp.tree.VersionTree;
import klomp.xid.LiveSnapshots;
import klomp.xid.RunningSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prunes in the background: leaves that were noted as full of superseded versions, soon; the whole
 * tree, when an estimate says that it is worth it or when the commit log could be truncated after
 * it.
 *
 * <p><b>Property.</b> When {@link Checkpointer#truncateBelow} is told of an xid, no version of an
 * aborted transaction below it is in the tree, nor will be.
 *
 * <p><b>Rule.</b> It is told after a sweep of the whole tree, of the horizon that stood when the
 * sweep began. Whoever is below had ended by then, so it inserts no more, and the sweep examined
 * all that was there.
 *
 * <p>A step is one leaf, inside the checkpoint gate; its pages are loaded before. Between steps the
 * thread sleeps in proportion to the time it worked. With nothing to do it looks at a few numbers
 * every {@value #LOOK_MILLIS} ms and writes nothing.
 */
public final class Vacuum implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Vacuum.class);

  private static final long LOOK_MILLIS = 100;

  /** A tree smaller than that is swept for this much garbage, a larger one for a fifth. */
  private static final long LEAST_GARBAGE = 256 << 10;

  private static final int GARBAGE_PART = 5;

  /** Sweeps the whole tree for truncation alone only to give up so many pages of the commit log. */
  private static final long LEAST_CLOG_PAGES = 64;

  /** Or so many, if that is more: of a large tree, a 512th of its size. */
  private static final int CLOG_PART = 256;

  /** A sweep of the whole tree turns to noted leaves after so many of its own. */
  private static final int STEPS_BETWEEN_VISITS = 16;

  private static final long MOST_RETRY_MILLIS = 60_000;

  /**
   * What vacuum works on.
   *
   * @param gate the checkpoint gate, entered for each step
   * @param running says what every snapshot sees
   * @param tree what is pruned
   * @param clog what is truncated after a checkpoint
   * @param pool how large the tree is
   * @param checkpointer records what may be truncated
   */
  public record Parts(
      SharedGate gate,
      RunningSet running,
      VersionTree tree,
      CommitLog clog,
      PagePool pool,
      Checkpointer checkpointer) {}

  private final Parts parts;
  private final Garbage garbage;
  private final long keptXids;
  private final Host host;
  private final Thread thread;
  private final Pace pace;
  private final LongAdder sweeps;
  private final LongAdder visits;
  private final LongAdder leaves;
  private final LongAdder pruned;
  private final LongAdder failures;

  /** Guarded by this: requests for a sweep that begins after them. */
  private long requested;

  private long completed;
  private long failed;
  private Throwable failure;
  private boolean closing;
  private boolean noted;

  /** Whether the thread waits for something to do: only then need it be told. */
  private volatile boolean idle;

  private long nextLook;

  /** Of the vacuum's thread alone: what the last sweep had to leave, and until when that stays. */
  private long residue;

  private long residueUntil;
  private long truncatedBelow;

  /**
   * @param keptXids the fates of that many newest transactions stay known
   */
  public Vacuum(Parts parts, long keptXids, Host host, Metrics metrics) {
    this.parts = parts;
    this.garbage = parts.tree().garbage();
    this.keptXids = keptXids;
    this.host = host;
    this.pace = new Pace();
    sweeps = metrics.counter("vacuum.sweeps");
    visits = metrics.counter("vacuum.visits");
    leaves = metrics.counter("vacuum.leaves");
    pruned = metrics.counter("vacuum.pruned");
    failures = metrics.counter("vacuum.failures");
    metrics.gauge("vacuum.places", garbage::size);
    metrics.gauge("vacuum.nanos", pace::workedNanos);
    this.thread = host.thread("klomp-vacuum", this::run);
  }

  /** Begins to work. */
  public void start() {
    truncatedBelow = parts.clog().oldestXid();
    garbage.onNote(this::wake);
    thread.start();
  }

  /**
   * Sweeps the whole tree without rest, beginning after this call, and waits for it.
   *
   * @throws StorageException if that failed
   * @throws StoreClosedException if the store is closed before it is done
   */
  public void sweep() {
    boolean interrupted = false;
    synchronized (this) {
      long mine = ++requested;
      notifyAll();
      while (completed < mine && failed < mine && !closing) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      if (completed < mine) {
        throw failed >= mine
            ? new StorageException("the vacuum failed: " + failure.getMessage(), failure)
            : new StoreClosedException("the store was closed before the vacuum was done");
      }
    }
  }

  /** Stops after the step at hand. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void wake() {
    if (idle) {
      synchronized (this) {
        noted = true;
        notifyAll();
      }
    }
  }

  private void run() {
    long retryMillis = LOOK_MILLIS;
    while (!isClosing()) {
      try {
        work();
        retryMillis = LOOK_MILLIS;
      } catch (KlompException e) {
        failures.increment();
        LOG.warn("vacuum could not go on and tries again: {}", e.getMessage());
        fail(e, requested());
        pause(retryMillis);
        retryMillis = Math.min(retryMillis * 2, MOST_RETRY_MILLIS);
      } catch (Throwable e) {
        LOG.error("no more vacuum: {}", e.getMessage(), e);
        fail(e, Long.MAX_VALUE);
        return;
      }
    }
  }

  private void work() {
    long wanted = wanted();
    if (wanted > 0) {
      if (sweepAll(false)) {
        completed(wanted);
      }
    } else if (isSweepDue()) {
      sweepAll(true);
    } else if (!visitPlaces()) {
      rest();
    }
  }

  private boolean isSweepDue() {
    long now = host.nanoTime();
    if (now - nextLook < 0) {
      return false;
    }
    nextLook = now + LOOK_MILLIS * 1_000_000;
    long bytes = garbage.bytes();
    long livePages = parts.pool().livePages();
    long worth = Math.max(LEAST_GARBAGE, livePages * PagePool.PAGE_BYTES / GARBAGE_PART);
    if (bytes - residue >= worth) {
      return true;
    }
    long horizon = parts.running().renewLive().horizon();
    if (bytes >= worth && horizon >= residueUntil) {
      return true;
    }
    ClogGeometry clog = ClogGeometry.DEFAULT;
    long pages = clog.page(unneededBelow(horizon)) - clog.page(truncatedBelow);
    return pages >= Math.max(LEAST_CLOG_PAGES, livePages / CLOG_PART);
  }

  /**
   * Where the commit log could be truncated if there were no aborted versions: at the beginning of
   * a page, as truncation goes by whole pages.
   */
  private long unneededBelow(long horizon) {
    long xid = Math.max(1, Math.min(horizon, parts.running().next() - keptXids));
    ClogGeometry clog = ClogGeometry.DEFAULT;
    return Math.max(1, clog.firstXid(clog.page(xid)));
  }

  /** Sweeps the tree; returns whether it came to the end. */
  private boolean sweepAll(boolean paced) {
    long horizon = parts.running().renewLive().horizon();
    long added = garbage.added();
    TreeSweep sweep = parts.tree().sweep();
    boolean more = true;
    for (int step = 1; more; step++) {
      more = step(sweep);
      if (more && isClosing()) {
        return false;
      }
      if (step % STEPS_BETWEEN_VISITS == 0) {
        visitPlaces();
        parts.running().renewLive();
      }
      if (paced && wanted() == 0) {
        pause(pace.restMillis(garbage.size()));
      }
    }
    garbage.limit(sweep.supersededBytes() + garbage.added() - added);
    residue = sweep.supersededBytes();
    residueUntil = parts.running().next();
    sweeps.increment();
    long unneeded = unneededBelow(horizon);
    boolean truncates = unneeded > truncatedBelow;
    if (truncates) {
      truncatedBelow = unneeded;
      parts.checkpointer().truncateBelow(unneeded);
    }
    if (paced && (truncates || sweep.prunedVersions() > 0)) {
      // What was pruned is not in the log: without this, an idle store would keep it on disk.
      parts.checkpointer().request();
    }
    return true;
  }

  /** One leaf. */
  private boolean step(TreeSweep sweep) {
    long begin = host.nanoTime();
    long before = sweep.prunedVersions();
    sweep.prefetch();
    boolean more;
    int ticket = parts.gate().enter();
    try {
      more = sweep.step();
    } finally {
      parts.gate().leave(ticket);
    }
    leaves.increment();
    pruned.add(sweep.prunedVersions() - before);
    pace.worked(host.nanoTime() - begin);
    return more;
  }

  /**
   * Visits the leaves that were noted and are ripe.
   *
   * @return whether there was one
   */
  private boolean visitPlaces() {
    if (garbage.size() == 0) {
      return false;
    }
    LiveSnapshots live = parts.running().renewLive();
    boolean visited = false;
    for (Garbage.Place place : garbage.places()) {
      if (isClosing()) {
        return visited;
      }
      if (isRipe(place, live)) {
        garbage.remove(place);
        visit(place);
        visited = true;
        pause(pace.restMillis(garbage.size()));
      }
    }
    return visited;
  }

  private static boolean isRipe(Garbage.Place place, LiveSnapshots live) {
    return place.blocked()
        ? place.xid() < live.horizon()
        : live.finishedSince(place.xid()) != LiveSnapshots.NEVER;
  }

  private void visit(Garbage.Place place) {
    TreeSweep sweep = parts.tree().sweepAround(place.key(), place.stamp());
    boolean more = true;
    while (more && !isClosing()) {
      more = step(sweep);
    }
    visits.increment();
    boolean useless = sweep.prunedVersions() == 0;
    if (sweep.unmerged() > 0) {
      // Nobody else would come: an empty leaf gets no inserts.
      garbage.block(place, parts.running().next() - 1);
    } else if (sweep.stuck() > 0) {
      // Until somebody has changed something: the neighbour may be next to lose its versions.
      garbage.block(place, parts.running().next());
    } else if (sweep.superseded() >= Garbage.STEP
        || sweep.superseded() * 2 > sweep.keptVersions()) {
      // Some snapshot sees what is left. If all see it and it stays, it will not go at all.
      if (!place.blocked() || !useless) {
        garbage.block(place, parts.running().next() - 1);
      }
    }
  }

  /** There is nothing to do. */
  private void rest() {
    pause(pace.restMillis(garbage.size()));
    idle = true;
    synchronized (this) {
      if (noted) {
        // Noted leaves become ripe as transactions end, which nobody tells: look more often, but
        // less and less so if none does.
        noted = false;
        pace.hurry();
      }
      long millis = garbage.size() == 0 ? LOOK_MILLIS : pace.backOffMillis(LOOK_MILLIS);
      waitUnlessWanted(millis);
    }
    idle = false;
  }

  private void pause(long millis) {
    if (millis > 0) {
      synchronized (this) {
        waitUnlessWanted(millis);
      }
    }
  }

  /** With the monitor held. */
  private void waitUnlessWanted(long millis) {
    if (closing || requested > Math.max(completed, failed)) {
      return;
    }
    try {
      wait(millis);
    } catch (InterruptedException e) {
      // Nobody interrupts this thread for a reason of the engine's; look again.
      return;
    }
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  private synchronized long requested() {
    return requested;
  }

  /** The newest request that a sweep from now on serves; 0 if there is none. */
  private synchronized long wanted() {
    return requested > Math.max(completed, failed) ? requested : 0;
  }

  private synchronized void completed(long wanted) {
    completed = Math.max(completed, wanted);
    notifyAll();
  }

  private synchronized void fail(Throwable e, long upTo) {
    failure = e;
    failed = Math.max(failed, upTo);
    notifyAll();
  }
}
