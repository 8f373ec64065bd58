package klomp.clog;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;
import klomp.metrics.WaitEvent;

/**
 * The files of the commit log. What is missing, a whole file or the end of one, reads as zeros: in
 * progress.
 *
 * <p>Reads come from any thread. Writes come from one engine thread of the strategy, always the
 * same, which nobody interrupts. Syncs and removals run on this object's own thread, so that
 * neither a victim nor a commit waits for them. The first write or sync that fails is final: the
 * kernel may have thrown the data away and would report success next time, so nothing is written or
 * synced again.
 *
 * <p>Open files are kept, at most {@value #IDLE_FILES} that are neither in use nor unsynced. All
 * that is not final or volatile is guarded by this, and so is making a file: after {@link
 * #firstSegment} was raised no file below it is made.
 */
public final class SegmentFiles {

  private static final int IDLE_FILES = 64;

  private static final int IDLE_BUFFERS = 256;

  private final HostDirectory directory;
  private final ClogGeometry geometry;
  private final Host host;
  private final ClogMetrics metrics;
  private final long lastPageAtOpen;

  /** By segment, least recently used first. */
  private final Map<Long, OpenFile> files = new LinkedHashMap<>(32, 0.75f, true);

  private final Deque<ByteBuffer> readBuffers = new ArrayDeque<>();

  private boolean closed;

  /** Segments below are removed: they read as zeros and are not made again. */
  private long firstSegment;

  private volatile StorageException failure;

  /** The writing thread's own. */
  private final ByteBuffer buffer;

  private final EngineThread syncer;
  private boolean namesUnsynced = true;

  private static final class OpenFile {
    final HostFile file;
    int users;
    boolean unsynced;
    boolean removed;

    OpenFile(HostFile file) {
      this.file = file;
    }
  }

  private SegmentFiles(
      HostDirectory directory,
      Host host,
      ClogGeometry geometry,
      ClogMetrics metrics,
      long lastPage) {
    this.directory = directory;
    this.host = host;
    this.geometry = geometry;
    this.metrics = metrics;
    this.lastPageAtOpen = lastPage;
    this.buffer = ByteBuffer.allocateDirect(geometry.pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
    this.syncer = new EngineThread(host, "klomp-clog-sync");
  }

  /**
   * Finds the segments of a directory and removes those that hold no xid from {@code oldestXid} on,
   * which a truncation before a crash may have left.
   */
  public static SegmentFiles open(
      HostDirectory directory,
      Host host,
      ClogGeometry geometry,
      ClogMetrics metrics,
      long oldestXid) {
    long last = -1;
    try {
      for (long segment : segments(directory)) {
        last = Math.max(last, segment);
      }
    } catch (IOException e) {
      throw new StorageException("cannot open the commit log in " + directory, e);
    }
    long lastPage = (last + 1) * geometry.pagesPerSegment() - 1;
    SegmentFiles files = new SegmentFiles(directory, host, geometry, metrics, lastPage);
    try {
      files.removeBelow(geometry.page(oldestXid));
    } catch (StorageException e) {
      files.close();
      throw e;
    }
    return files;
  }

  /** No page above it was on disk when the log was opened. -1 if there was none. */
  public long lastPageAtOpen() {
    return lastPageAtOpen;
  }

  public ClogGeometry geometry() {
    return geometry;
  }

  /**
   * @throws StorageException if a write or sync has failed
   */
  public void checkUsable() {
    StorageException cause = failure;
    if (cause != null) {
      throw new StorageException(
          "the commit log takes no more changes since a write failed", cause);
    }
  }

  public boolean isUsable() {
    return failure == null;
  }

  /** Fills {@code words} with the page, whatever is in them. On any thread. */
  public void read(long page, long[] words) {
    WaitEvent event = metrics.pageRead();
    event.begin();
    long begin = host.nanoTime();
    try {
      readNow(page, words);
    } finally {
      event.end(host.nanoTime() - begin);
    }
  }

  private void readNow(long page, long[] words) {
    try {
      OpenFile open = acquire(geometry.segment(page), false);
      if (open == null) {
        Arrays.fill(words, 0);
        return;
      }
      try {
        ByteBuffer bytes = takeReadBuffer();
        open.file.read(bytes, geometry.position(page));
        bytes.rewind().asLongBuffer().get(words);
        giveBack(bytes);
      } catch (EOFException endsEarlier) {
        // A page that was ever synced is there in full; of another, nothing is owed.
        Arrays.fill(words, 0);
        return;
      } finally {
        release(open);
      }
    } catch (IOException e) {
      throw new StorageException("cannot read page " + page + " of the commit log", e);
    }
    metrics.pageWasRead();
  }

  /** Off the heap, since the JDK reads into others by way of one that is. */
  private ByteBuffer takeReadBuffer() {
    synchronized (readBuffers) {
      if (!readBuffers.isEmpty()) {
        return readBuffers.pop();
      }
    }
    return ByteBuffer.allocateDirect(geometry.pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void giveBack(ByteBuffer bytes) {
    synchronized (readBuffers) {
      if (readBuffers.size() < IDLE_BUFFERS) {
        readBuffers.push(bytes.clear());
      }
    }
  }

  /**
   * Writes the page as it is now; setters may go on meanwhile. On the strategy's engine thread.
   *
   * @throws StorageException if this or an earlier write or sync failed
   */
  public void write(long page, long[] words) {
    checkUsable();
    buffer.clear();
    for (int i = 0; i < words.length; i++) {
      buffer.putLong(StatusWords.word(words, i));
    }
    buffer.flip();
    try {
      OpenFile open = acquire(geometry.segment(page), true);
      if (open == null) {
        return;
      }
      try {
        open.file.write(buffer, geometry.position(page));
      } finally {
        // Only now: a sync that took the mark before this write would leave it without one.
        markUnsynced(open);
        release(open);
      }
    } catch (IOException e) {
      throw fail("cannot write page " + page + " of the commit log", e);
    }
    metrics.pageWasWritten();
  }

  /**
   * Syncs each segment written since the last time, once, and the directory if it changed; on any
   * thread, which waits.
   */
  public void sync() {
    syncer.call(this::syncAll);
  }

  /**
   * Removes the segments below that of {@code page}; on any thread, which waits. A removal that
   * fails is made up for by the next one.
   */
  public void removeBelow(long page) {
    syncer.call(() -> removeSegmentsBelow(geometry.segment(page)));
  }

  private void syncAll() {
    checkUsable();
    List<OpenFile> unsynced = takeUnsynced();
    boolean synced = false;
    try {
      try {
        for (OpenFile open : unsynced) {
          open.file.sync();
        }
        if (takeNamesUnsynced()) {
          directory.sync();
        }
        synced = true;
      } finally {
        releaseAll(unsynced);
      }
    } catch (IOException e) {
      throw fail("cannot sync the commit log", e);
    } finally {
      if (!synced && failure == null) {
        // Something else than the disk: the marks are gone, so it is as final.
        fail("the commit log was not synced", null);
      }
    }
  }

  private void removeSegmentsBelow(long segment) {
    long first = raiseFirstSegment(segment);
    try {
      for (long present : segments(directory)) {
        if (present < first) {
          forget(present);
          directory.delete(ClogGeometry.fileName(present));
        }
      }
    } catch (IOException e) {
      throw new StorageException("cannot remove old segments of the commit log", e);
    }
  }

  /** Syncs nothing. A second call does nothing. */
  public void close() {
    syncer.close();
    List<OpenFile> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(files.values());
      files.clear();
      open.forEach(file -> file.removed = true);
      open.removeIf(file -> file.users > 0);
    }
    StorageException failed = null;
    for (OpenFile file : open) {
      try {
        file.file.close();
      } catch (IOException e) {
        failed = new StorageException("cannot close the commit log", e);
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** An open file with one more user, or null if it is removed, or missing and not to be made. */
  private synchronized OpenFile acquire(long segment, boolean make) throws IOException {
    if (closed) {
      throw new StoreClosedException("the commit log is closed");
    }
    if (segment < firstSegment) {
      return null;
    }
    OpenFile open = files.get(segment);
    if (open == null) {
      HostFile file = openFile(ClogGeometry.fileName(segment), make);
      if (file == null) {
        return null;
      }
      open = new OpenFile(file);
      files.put(segment, open);
    }
    open.users++;
    try {
      closeIdle();
    } catch (IOException e) {
      open.users--;
      throw e;
    }
    return open;
  }

  private HostFile openFile(String name, boolean make) throws IOException {
    try {
      return directory.open(name);
    } catch (NoSuchFileException missing) {
      if (!make) {
        return null;
      }
      namesUnsynced = true;
      return directory.create(name);
    }
  }

  private synchronized void release(OpenFile open) throws IOException {
    open.users--;
    if (open.removed && open.users == 0) {
      open.file.close();
    }
  }

  private synchronized void markUnsynced(OpenFile open) {
    open.unsynced = true;
  }

  private synchronized long raiseFirstSegment(long segment) {
    firstSegment = Math.max(firstSegment, segment);
    return firstSegment;
  }

  private synchronized void releaseAll(List<OpenFile> users) throws IOException {
    for (OpenFile open : users) {
      release(open);
    }
    closeIdle();
  }

  private synchronized boolean takeNamesUnsynced() {
    boolean unsynced = namesUnsynced;
    namesUnsynced = false;
    return unsynced;
  }

  private synchronized List<OpenFile> takeUnsynced() {
    List<OpenFile> unsynced = new ArrayList<>();
    for (OpenFile open : files.values()) {
      if (open.unsynced) {
        open.unsynced = false;
        open.users++;
        unsynced.add(open);
      }
    }
    return unsynced;
  }

  /** A removed segment is not synced either: see fault 9 in docs/CLOG.md. */
  private synchronized void forget(long segment) throws IOException {
    OpenFile open = files.remove(segment);
    if (open != null) {
      open.removed = true;
      if (open.users == 0) {
        open.file.close();
      }
    }
  }

  private synchronized void closeIdle() throws IOException {
    int excess = files.size() - IDLE_FILES;
    for (var entries = files.values().iterator(); excess > 0 && entries.hasNext(); ) {
      OpenFile open = entries.next();
      if (open.users == 0 && !open.unsynced) {
        entries.remove();
        open.file.close();
        excess--;
      }
    }
  }

  private synchronized StorageException fail(String message, IOException cause) {
    StorageException latest = new StorageException(message, cause);
    if (failure == null) {
      failure = latest;
    }
    return latest;
  }

  private static List<Long> segments(HostDirectory directory) throws IOException {
    return directory.list().stream()
        .map(ClogGeometry::segmentOf)
        .filter(segment -> segment >= 0)
        .toList();
  }
}
