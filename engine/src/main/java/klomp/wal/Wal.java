package klomp.wal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import klomp.api.Limits;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.metrics.Metrics;

/**
 * The write-ahead log, open for appending. Safe for any number of threads, which share no lock: a
 * record is encoded by its own thread into the ring, and its place in the ring is its LSN.
 *
 * <p>Appending does not wait for the disk, unless the ring is full; then it waits without heeding
 * interrupts. {@link #awaitDurable} and {@link #whenDurable} ask for a sync. What nobody asks about
 * is durable within the async window. What is durable is always a prefix of what was appended.
 *
 * <p>After a failed write or sync the log is failed for good: appending and waiting throw {@link
 * StorageException} with the first cause; nothing is written or synced again. After {@link #close}
 * they throw {@link StoreClosedException}.
 */
public final class Wal implements AutoCloseable {

  private final HostDirectory directory;
  private final WalSegments segments;
  private final WalRing ring;
  private final WalWriter writer;
  private final WalMetrics metrics;
  private final int life;
  private final ThreadLocal<RecordDraft> drafts;

  /** Held while a body of several parts is appended: the reader meets one such body at a time. */
  private final ReentrantLock parting = new ReentrantLock();

  private final Object closeLock = new Object();
  private volatile boolean closed;

  private Wal(
      HostDirectory directory,
      WalSegments segments,
      WalRing ring,
      WalWriter writer,
      WalMetrics metrics,
      int life) {
    this.directory = directory;
    this.segments = segments;
    this.ring = ring;
    this.writer = writer;
    this.metrics = metrics;
    this.life = life;
    drafts = ThreadLocal.withInitial(() -> new RecordDraft(ring));
  }

  /**
   * Opens the log in {@code directory} for a new life.
   *
   * @param start where it begins: {@link WalEnd#next()} of the recovery's reading
   * @throws StorageException if the directory cannot be read or written
   */
  public static Wal open(
      Host host, HostDirectory directory, WalOptions options, WalStart start, Metrics metrics) {
    WalMetrics counters = new WalMetrics(metrics, host);
    WalSegments segments;
    try {
      List<Life> lives = new ArrayList<>(LifeFile.read(directory));
      if (!lives.isEmpty() && lives.get(lives.size() - 1).number() >= start.life()) {
        throw new IllegalArgumentException("life " + start.life() + " of the log is over");
      }
      segments = new WalSegments(host, directory, options.segmentBytes(), counters);
      segments.takeStock(start.lsn());
      lives.add(new Life(start.life(), start.lsn(), start.previousEnd()));
      LifeFile.write(directory, segments.stillHeld(lives));
    } catch (IOException e) {
      throw new StorageException("the write-ahead log in " + directory + " cannot be opened", e);
    }
    WalRing ring = new WalRing(options.bufferBytes(), start.lsn());
    LogTail tail = new LogTail(host, directory, segments, counters);
    WalWriter writer = new WalWriter(host, ring, tail, options, counters);
    Wal wal = new Wal(directory, segments, ring, writer, counters, start.life());
    metrics.gauge("wal.positionBytes", wal::position);
    metrics.gauge("wal.durableBytes", wal::durablePosition);
    segments.start();
    writer.start();
    return wal;
  }

  /**
   * Appends a new value of a key.
   *
   * @return the LSN of the record
   */
  public long appendPut(long xid, byte[] key, byte[] value) {
    RecordDraft draft = drafts.get();
    draft.put(xid, Limits.checkKey(key), value);
    return append(draft);
  }

  /**
   * Appends the removal of a key.
   *
   * @return the LSN of the record
   */
  public long appendDelete(long xid, byte[] key) {
    RecordDraft draft = drafts.get();
    draft.delete(xid, Limits.checkKey(key));
    return append(draft);
  }

  /**
   * Appends that a transaction committed, with the first {@code count} of {@code subxids}.
   *
   * @param wallMillis when, by the wall clock
   * @return the LSN of the record
   */
  public long appendCommit(long xid, long[] subxids, int count, long wallMillis) {
    RecordDraft draft = drafts.get();
    draft.commit(xid, subxids, count, wallMillis);
    return append(draft);
  }

  /**
   * Appends that a transaction or subtransaction was rolled back, with the first {@code count} of
   * {@code subxids}.
   *
   * @return the LSN of the record
   */
  public long appendAbort(long xid, long[] subxids, int count) {
    RecordDraft draft = drafts.get();
    draft.abort(xid, subxids, count);
    return append(draft);
  }

  /**
   * Appends that xids below {@code limit} may be handed out once this is durable.
   *
   * @return the LSN of the record
   */
  public long appendXidLimit(long limit) {
    RecordDraft draft = drafts.get();
    draft.xidLimit(limit);
    return append(draft);
  }

  /**
   * Appends a note of the checkpoint's own.
   *
   * @return the LSN of the record
   */
  public long appendCheckpoint(byte[] payload) {
    RecordDraft draft = drafts.get();
    draft.checkpoint(payload);
    return append(draft);
  }

  private long append(RecordDraft draft) {
    try {
      if (draft.bodyBytes() <= WalLayout.MAX_BODY) {
        return appendRecord(draft, 0);
      }
      parting.lock();
      try {
        int from = 0;
        for (; draft.bodyBytes() - from > WalLayout.MAX_BODY; from += WalLayout.MAX_BODY) {
          appendPart(draft, from);
        }
        return appendRecord(draft, from);
      } finally {
        parting.unlock();
      }
    } finally {
      draft.clear();
    }
  }

  private long appendRecord(RecordDraft draft, int from) {
    int cells = WalLayout.cells(WalLayout.BODY + draft.bodyBytes() - from);
    long cell = claim(cells);
    boolean whole = false;
    try {
      draft.writeRecord(cell, life, writer.durable(), from);
      whole = true;
    } finally {
      publish(cell, cells, whole);
    }
    metrics.records.increment();
    return ring.lsn(cell);
  }

  private void appendPart(RecordDraft draft, int from) {
    int cells = WalLayout.cells(WalLayout.MAX_RECORD);
    long cell = claim(cells);
    boolean whole = false;
    try {
      draft.writePart(cell, life, writer.durable(), from);
      whole = true;
    } finally {
      publish(cell, cells, whole);
    }
    metrics.records.increment();
  }

  private long claim(int cells) {
    checkUsable();
    if (ring.hasRoom(cells)) {
      return ring.claim(cells);
    }
    return metrics.waiting(metrics.space, () -> ring.claim(cells));
  }

  /**
   * Claimed cells are always published, or the log would stand still behind them. If they could not
   * be filled (the thread ran out of memory or stack), nothing after them may be acknowledged: the
   * log fails, and the writer sees that before it sees the cells.
   */
  private void publish(long cell, int cells, boolean whole) {
    if (!whole) {
      writer.fail(new IllegalStateException("a record at " + ring.lsn(cell) + " was left undone"));
    }
    ring.publish(cell, cells);
    writer.published();
  }

  private void checkUsable() {
    if (writer.failure() != null) {
      throw writer.failedWith();
    }
    if (closed) {
      throw new StoreClosedException("the write-ahead log is closed");
    }
  }

  /**
   * The end of what was appended: the LSN that the next record gets. Who notes a position elsewhere
   * as a place to read from must first have everything below it durable ({@link #sync}).
   */
  public long position() {
    return ring.lsn(ring.claimed());
  }

  /** Everything below is on disk. Always between two records. */
  public long durablePosition() {
    return writer.durable();
  }

  /** The number of this life. */
  public int life() {
    return life;
  }

  /** Whether the log has failed for good. */
  public boolean isFailed() {
    return writer.failure() != null;
  }

  /**
   * Waits until the record at {@code lsn} is durable, without heeding interrupts: the thread's
   * interrupt flag is kept.
   *
   * @throws StorageException if the log failed before
   * @throws StoreClosedException if the log was closed before
   */
  public void awaitDurable(long lsn) {
    if (writer.durable() > lsn) {
      return;
    }
    Waiter.Parked waiter = new Waiter.Parked(lsn);
    writer.await(waiter);
    if (!metrics.waiting(metrics.sync, waiter::await)) {
      throw writer.neverDurable();
    }
  }

  /**
   * Waits until everything that was appended before is durable.
   *
   * @throws StorageException if the log failed before
   */
  public void sync() {
    awaitDurable(position() - 1);
  }

  /** Calls the listener once, when the record at {@code lsn} is durable or never will be. */
  public void whenDurable(long lsn, DurabilityListener listener) {
    if (writer.durable() > lsn) {
      listener.durable();
    } else {
      writer.await(new Waiter.Listening(lsn, metrics.waiting(listener)));
    }
  }

  /**
   * Gives back the segments that lie wholly below {@code lsn}: nobody will read them again.
   *
   * @throws StorageException if a file cannot be renamed or deleted; the log itself goes on
   */
  public void recycle(long lsn) {
    try {
      segments.recycle(lsn);
    } catch (IOException e) {
      throw new StorageException("segments of the log in " + directory + " cannot be recycled", e);
    }
  }

  /**
   * Makes durable what was appended, settles every waiter, and ends the log's threads. Nobody may
   * append meanwhile or later. Further calls do nothing.
   *
   * @throws StorageException if the log failed, now or before
   */
  @Override
  public void close() {
    synchronized (closeLock) {
      if (closed) {
        return;
      }
      closed = true;
      writer.close();
      segments.close();
    }
    if (writer.failure() != null) {
      throw writer.failedWith();
    }
  }
}
