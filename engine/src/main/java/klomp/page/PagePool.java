package klomp.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import klomp.api.StorageException;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;
import klomp.metrics.Metrics;
import klomp.sync.VersionLatches;

/**
 * Pages of 16 KiB by logical number, a bounded number of them in memory, all of them in one file as
 * the last checkpoint left them.
 *
 * <p><b>Reading</b> latches nothing: {@link #frameOf}, note the version of the frame's latch, check
 * that {@link #pidAt} is the page meant, read, validate. Between any two of these steps the frame
 * may be given to another page; the version then changes.
 *
 * <p><b>Changing</b>: hold the frame's latch exclusively, check {@code pidAt}, call {@link
 * #beforeChange} once, change, unlock. All this between {@code beginCheckpoint} instants, which a
 * gate of the caller guarantees.
 *
 * <p>The pool must have more frames than all threads together hold latched while they wait for a
 * frame or for a side copy: latched frames cannot be evicted.
 */
public final class PagePool implements AutoCloseable {

  /** Size of a page in memory. */
  public static final int PAGE_BYTES = 16384;

  /** The first byte of a page that is the owner's; what is before it is the pool's. */
  public static final int HEADER_BYTES = 24;

  /** Where the header says (u16) at which byte the unused gap begins; the owner keeps it true. */
  public static final int GAP_START = 4;

  /** Where the header says (u16) at which byte the unused gap ends; the owner keeps it true. */
  public static final int GAP_END = 6;

  /** Where the header has the page number (u64); read-only to the owner. */
  public static final int PID = 8;

  /** What {@link #frameOf} answers for a number that no page has at present. */
  public static final int NO_FRAME = -1;

  private static final int LEAST_FRAMES = 64;
  private static final int STRIPES = 256;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(PAGE_BYTES).asReadOnlyBuffer();

  private final Frames frames;
  private final FreeFrames freeFrames;
  private final PageMap map;
  private final PageFile file;
  private final PoolFailure failure;
  private final Clock clock;
  private final SideCopies sideCopies;
  private final PageWriter writer;
  private final Object[] loading = new Object[STRIPES];
  private final LongAdder copies;
  private final LongAdder loadWaits;

  private PagePool(Host host, PageFile file, PoolFailure failure, int count, Metrics metrics) {
    this.file = file;
    this.failure = failure;
    frames = new Frames(count);
    freeFrames = new FreeFrames(count, failure);
    map = new PageMap();
    clock = new Clock(frames, map, metrics.counter("page.evictions"));
    sideCopies = new SideCopies(Math.max(16, Math.min(256, count / 8)), failure);
    Space space = new Space(file, new SpaceMap(file.size() / Place.UNIT, 8), map);
    PoolParts parts = new PoolParts(frames, freeFrames, map, file, failure);
    writer = new PageWriter(host, parts, space, clock, sideCopies);
    for (int i = 0; i < STRIPES; i++) {
      loading[i] = new Object();
    }
    copies = metrics.counter("page.copies");
    loadWaits = metrics.counter("page.loadWaits");
    writer.start();
  }

  /** Opens the page file, or creates it durably. */
  public static PagePool open(
      Host host, HostDirectory directory, String fileName, long cacheBytes, Metrics metrics) {
    int count = (int) Math.max(LEAST_FRAMES, Math.min(cacheBytes / PAGE_BYTES, Integer.MAX_VALUE));
    try {
      HostFile hostFile = directory.create(fileName);
      hostFile.preallocate(8 * Place.UNIT);
      PoolFailure failure = new PoolFailure();
      PageFile file = new PageFile(fileName, hostFile, failure, metrics);
      return new PagePool(host, file, failure, count, metrics);
    } catch (IOException e) {
      throw new StorageException("cannot open " + fileName + ": " + e, e);
    }
  }

  /**
   * The frame that holds page {@code pid}, loaded if need be; {@link #NO_FRAME} if there is no such
   * page (freed since the caller found its number, or a torn number): the caller validates where it
   * found the number and starts again. Reads the file without regard to interrupts.
   *
   * @throws StorageException if it cannot be read, or no frame can be had as the pool is failed
   * @throws klomp.api.CorruptStoreException if the file has something else in its place
   */
  public int frameOf(long pid) {
    int cell = map.cell(pid);
    if (MapChunk.isResident(cell)) {
      int frame = MapChunk.frame(cell);
      frames.reference(frame);
      return frame;
    }
    return MapChunk.exists(cell) ? load(pid) : NO_FRAME;
  }

  private int load(long pid) {
    synchronized (loading[(int) pid & (STRIPES - 1)]) {
      int cell = map.cell(pid);
      if (MapChunk.isResident(cell)) {
        return MapChunk.frame(cell);
      }
      if (!MapChunk.exists(cell)) {
        return NO_FRAME;
      }
      int frame = takeFrame();
      boolean loaded = false;
      try {
        // The frame holds no page, so nobody reads it. No latch is held across the I/O.
        file.readPage(pid, map.place(pid), map.birth(pid), frames.bytes(frame));
        loaded = true;
      } finally {
        if (!loaded) {
          freeFrames.add(frame);
        }
      }
      frames.latches().lock(frame);
      frames.occupy(frame, pid);
      frames.reference(frame);
      map.setResident(pid, frame);
      frames.latches().unlock(frame);
      return frame;
    }
  }

  private int takeFrame() {
    while (true) {
      int frame = freeFrames.poll();
      if (freeFrames.isLow()) {
        writer.wake();
      }
      if (frame < 0) {
        frame = clock.evictClean();
      }
      if (frame >= 0) {
        return frame;
      }
      failure.check();
      loadWaits.increment();
      freeFrames.await();
    }
  }

  /** Whether the page is in memory now. */
  public boolean isResident(long pid) {
    return MapChunk.isResident(map.cell(pid));
  }

  /**
   * The page in a frame; little-endian, absolute access only. May be torn unless the frame is
   * latched: any access out of range throws {@link IndexOutOfBoundsException}.
   */
  public ByteBuffer bytes(int frame) {
    return frames.bytes(frame);
  }

  /** The latches of the frames; the number of a latch is the number of its frame. */
  public VersionLatches latches() {
    return frames.latches();
  }

  /** Which page the frame holds, 0 if none. A reader asks after it noted the version. */
  public long pidAt(int frame) {
    return frames.pid(frame);
  }

  /**
   * To be called with the frame's latch held exclusively, before the first change since it was
   * taken. If a checkpoint under way still needs the page as it is, it is copied aside; this may
   * wait for the page writer if very many such copies are waiting to be written.
   *
   * @throws StorageException if the pool is failed
   */
  public void beforeChange(int frame) {
    assert frames.latches().isLocked(frame);
    failure.check();
    long state = frames.state(frame);
    long epoch = map.epoch();
    if (Frames.isDirty(state)) {
      if (Frames.epoch(state) == epoch) {
        return;
      }
      copies.increment();
      if (sideCopies.add(
          frames.pid(frame), Frames.epoch(state), frames.bytes(frame), writer::wake)) {
        writer.wake();
      }
    }
    frames.markDirty(frame, epoch);
  }

  /**
   * A new page: zeros but for its header, with an empty gap. Its frame is latched exclusively and
   * ready for change; {@link #pidAt} has its number. A number may be one that was freed before.
   *
   * @throws StorageException if the pool is failed
   */
  public int allocate() {
    failure.check();
    int frame = takeFrame();
    frames.latches().lock(frame);
    long pid = map.newPid();
    ByteBuffer page = frames.bytes(frame);
    page.put(0, ZEROS, 0, PAGE_BYTES);
    PageLayout.format(page, pid);
    frames.occupy(frame, pid);
    frames.markDirty(frame, map.epoch());
    frames.reference(frame);
    map.setResident(pid, frame);
    return frame;
  }

  /**
   * Ends a page, whose frame is latched exclusively; releases the latch. A checkpoint under way,
   * and the last one, still keep it.
   *
   * @throws StorageException if the pool is failed; the latch is then still held
   */
  public void free(int frame) {
    beforeChange(frame);
    long pid = frames.pid(frame);
    synchronized (map) {
      frames.abandon(frame, map.epoch());
      map.remove(pid);
    }
    frames.vacate(frame);
    frames.latches().unlock(frame);
    freeFrames.add(frame);
  }

  /** Sets what is done to the copy of a page before it is written. Before the first change. */
  public void setWriteFilter(PageFilter filter) {
    writer.setFilter(filter);
  }

  public void beginCheckpoint() {
    map.beginCheckpoint();
  }

  public void completeCheckpoint(byte[] state) {
    throw new UnsupportedOperationException();
  }

  public byte[] state() {
    return null;
  }

  public long livePages() {
    return map.livePages();
  }

  public long fileBytes() {
    throw new UnsupportedOperationException();
  }

  public long usedBytes() {
    throw new UnsupportedOperationException();
  }

  public long pinnedBytes() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    writer.stop();
    file.close();
  }
}
