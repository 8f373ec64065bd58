package klomp.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import klomp.api.InvalidRequestException;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;
import klomp.metrics.Metrics;
import klomp.metrics.WaitEvent;
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
  private static final int MOST_FRAMES = 1 << 27;
  private static final int STRIPES = 256;
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(PAGE_BYTES).asReadOnlyBuffer();

  private final Host host;
  private final Frames frames;
  private final FreeFrames freeFrames;
  private final PageMap map;
  private final PageFile file;
  private final PoolFailure failure;
  private final Clock clock;
  private final SideCopies sideCopies;
  private final PageWriter writer;
  private final Space space;
  private final CheckpointWriter checkpoints;
  private final byte[] state;
  private final Object[] loading = new Object[STRIPES];
  private final LongAdder copies;
  private final WaitEvent frameWait;

  private PagePool(Host host, PageFile file, PoolFailure failure, int count, Metrics metrics) {
    this.host = host;
    this.file = file;
    this.failure = failure;
    Opening opening = new Opening(file);
    makeDurable(file, opening.root());
    state = opening.state();
    map = opening.map();
    frames = new Frames(count);
    freeFrames = new FreeFrames(count, failure);
    clock = new Clock(frames, map, metrics.counter("page.evictions"));
    sideCopies = new SideCopies(Math.max(16, Math.min(256, count / 8)), failure);
    space = new Space(file, opening.space(), map);
    PoolParts parts = new PoolParts(frames, freeFrames, map, file, failure);
    writer = new PageWriter(host, parts, space, clock, sideCopies);
    checkpoints = new CheckpointWriter(file, map, space, writer, opening.root());
    for (int i = 0; i < STRIPES; i++) {
      loading[i] = new Object();
    }
    copies = metrics.counter("page.copies");
    frameWait = metrics.waitEvent("page.frame");
  }

  /**
   * Opens the page file {@code fileName}, or creates it durably. Nobody else may have it open.
   *
   * @param cacheBytes memory for pages, off the heap; at least 1 MiB is taken
   * @throws klomp.api.InvalidRequestException if the JVM may not have so much memory
   * @throws klomp.api.NotAStoreException if the file is something else
   * @throws klomp.api.FormatVersionException if a newer program wrote it
   * @throws klomp.api.CorruptStoreException if it is damaged
   * @throws StorageException if it cannot be read or made
   */
  public static PagePool open(
      Host host, HostDirectory directory, String fileName, long cacheBytes, Metrics metrics) {
    long count = Math.max(LEAST_FRAMES, cacheBytes / PAGE_BYTES);
    if (count > MOST_FRAMES) {
      throw new InvalidRequestException("the cache may have at most 2 TiB, not " + cacheBytes);
    }
    HostFile hostFile;
    try {
      if (!directory.exists(fileName)) {
        create(directory, fileName);
      }
      hostFile = directory.open(fileName);
    } catch (IOException e) {
      throw new StorageException("cannot open " + fileName + " in " + directory + ": " + e, e);
    }
    PoolFailure failure = new PoolFailure();
    PageFile file = new PageFile(fileName, hostFile, failure, host, metrics);
    PagePool pool = null;
    try {
      pool = new PagePool(host, file, failure, (int) count, metrics);
    } finally {
      if (pool == null) {
        file.close();
      }
    }
    pool.register(metrics);
    return pool;
  }

  /** Makes the file under another name first, so that it is never there in part. */
  private static void create(HostDirectory directory, String fileName) throws IOException {
    String draft = fileName + ".new";
    if (directory.exists(draft)) {
      directory.delete(draft);
    }
    try (HostFile file = directory.create(draft)) {
      file.preallocate(RootLayout.UNITS * Place.UNIT);
      file.write(RootLayout.encode(RootBlock.ofNewFile()), RootLayout.position(0));
      file.sync();
    }
    directory.rename(draft, fileName);
    directory.sync();
  }

  /**
   * The root that was read may be known to the operating system only, if the process that wrote it
   * was killed before its sync. Places that only the older root needs are free from now on, so it
   * is written again and synced; the older one is still whole should that be torn.
   */
  private static void makeDurable(PageFile file, RootBlock root) {
    file.write(RootLayout.encode(root), RootLayout.position(root.sequence()));
    file.sync();
  }

  private void register(Metrics metrics) {
    metrics.gauge("page.residentFrames", frames::residentCount);
    metrics.gauge("page.dirtyFrames", frames::dirtyCount);
    metrics.gauge("page.livePages", this::livePages);
    metrics.gauge("page.fileBytes", this::fileBytes);
    metrics.gauge("page.usedBytes", this::usedBytes);
    metrics.gauge("page.pinnedBytes", this::pinnedBytes);
    writer.start();
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
      frameWait.begin();
      long begin = host.nanoTime();
      try {
        freeFrames.await();
      } finally {
        frameWait.end(host.nanoTime() - begin);
      }
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
    long pid = 0;
    try {
      pid = map.newPid();
    } finally {
      if (pid == 0) {
        freeFrames.add(frame);
      }
    }
    frames.latches().lock(frame);
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

  /**
   * The instant of a checkpoint: it will have all pages as they stand now. To be called while no
   * thread is between {@link #beforeChange} (or {@link #allocate}) and unlock; loads, evictions and
   * changes that need not be kept may be under way. Does no I/O and takes no time.
   *
   * @throws IllegalStateException if the checkpoint before is not complete
   */
  public void beginCheckpoint() {
    failure.check();
    map.beginCheckpoint();
  }

  /**
   * Makes the checkpoint that has begun durable, then gives up the one before. Takes as long as the
   * writing takes; pages may be read and changed meanwhile. One thread at a time.
   *
   * @param state opaque bytes to find again by {@link #state} after opening; null for none
   * @throws StorageException if a write or a sync failed, now or before: the pool then takes no
   *     change and no checkpoint any more, and the file still has the last durable checkpoint
   */
  public void completeCheckpoint(byte[] state) {
    failure.check();
    checkpoints.complete(state);
  }

  /** The state of the checkpoint that the pool was opened with; null if none was given. */
  public byte[] state() {
    return state == null ? null : state.clone();
  }

  /** How many pages there are in the current state. */
  public long livePages() {
    return map.livePages();
  }

  /** The size of the page file. */
  public long fileBytes() {
    return space.fileBytes();
  }

  /** Bytes of the file in use, by the current state or by a checkpoint. */
  public long usedBytes() {
    return space.usedBytes();
  }

  /** Bytes that only checkpoints hold: the next checkpoints will give them back. */
  public long pinnedBytes() {
    return map.retiredUnits() * Place.UNIT;
  }

  /** Stops the page writer and closes the file. Writes no checkpoint. */
  @Override
  public void close() {
    failure.fail(new StoreClosedException("the page pool is closed"));
    writer.stop();
    file.close();
  }
}
