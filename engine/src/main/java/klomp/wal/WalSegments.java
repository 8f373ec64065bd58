package klomp.wal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;

/**
 * The files of the log. A segment is <em>ahead</em> (filled with zeros or recycled, durable with
 * its name, not written yet), then <em>in use</em>, then recycled to be ahead again, or deleted. A
 * thread of its own prepares the next segment before the writer asks for it, so that a commit does
 * not wait for it.
 *
 * <pre>
 *   (none) --prepare--> AHEAD --take--> IN USE --recycle--> AHEAD under a new name
 *                                          \-----recycle--> (deleted), if enough are ahead
 * </pre>
 *
 * <p>Latches, in this order: {@code preparing} is held across the file operations that make a
 * segment ahead (allocator, recycling); {@code lock} guards the lists and is never held across I/O.
 * The writer takes only {@code lock}, and waits only if nothing is ahead.
 */
final class WalSegments {

  private static final String NEW_NAME = "segment.new";

  /** Zeros are synced in steps, so that a commit's own sync never queues behind all of them. */
  private static final int STEP = 4 << 20;

  /** Recycled segments are kept ahead up to this size, and two in any case. */
  private static final long AHEAD_BYTES = 256L << 20;

  private final HostDirectory directory;
  private final int segmentBytes;
  private final WalMetrics metrics;
  private final Thread allocator;

  private final ReentrantLock preparing = new ReentrantLock();

  /** Where the next segment to be prepared begins. Guarded by preparing. */
  private long nextAhead;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by lock.
  private final ArrayDeque<Segment> inUse = new ArrayDeque<>();
  private final ArrayDeque<Segment> ahead = new ArrayDeque<>();
  private boolean requested;
  private boolean closed;

  /** How many times a segment was begun to be made. */
  private long attempts;

  /** Why the last attempt failed, if it has ended and did. */
  private Throwable problem;

  WalSegments(Host host, HostDirectory directory, int segmentBytes, WalMetrics metrics) {
    this.directory = directory;
    this.segmentBytes = segmentBytes;
    this.metrics = metrics;
    allocator = host.thread("klomp-wal-allocator", this::allocate);
  }

  /** The segments in a directory, in order. */
  static List<Segment> list(HostDirectory directory) throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (String name : directory.list()) {
      if (WalLayout.isSegmentName(name)) {
        try (HostFile file = directory.open(name)) {
          segments.add(new Segment(WalLayout.segmentStart(name), file.size()));
        }
      }
    }
    return segments;
  }

  /** Takes stock of the directory and has a segment at {@code start} ready on return. */
  void takeStock(long start) throws IOException {
    if (directory.exists(NEW_NAME)) {
      directory.delete(NEW_NAME);
    }
    preparing.lock();
    try {
      nextAhead = start;
      Segment last = null;
      for (Segment segment : list(directory)) {
        if (segment.end() <= start) {
          inUse.add(segment);
          last = segment;
        } else if (segment.start() < start) {
          throw new IllegalArgumentException("no segment of the log begins at " + start);
        } else if (segment.start() == nextAhead && segment.bytes() == segmentBytes) {
          ahead.add(segment);
          nextAhead = segment.end();
        } else {
          directory.delete(segment.name());
        }
      }
      directory.sync();
      if (last != null) {
        syncTail(last);
      }
      if (ahead.isEmpty()) {
        prepare();
      }
    } finally {
      preparing.unlock();
    }
  }

  /**
   * The end of the life before was read, but perhaps never synced: a process that is killed leaves
   * it to the operating system. The file of lives is about to say that it is there. Segments before
   * the last were synced when that was begun.
   */
  private void syncTail(Segment last) throws IOException {
    try (HostFile file = directory.open(last.name())) {
      file.sync();
    }
  }

  /** Starts the allocator. */
  void start() {
    allocator.start();
  }

  /** Those lives that wrote something into segments that still exist, and the newest. */
  List<Life> stillHeld(List<Life> lives) {
    lock.lock();
    try {
      long oldest = inUse.isEmpty() ? ahead.element().start() : inUse.element().start();
      int from = 0;
      while (from < lives.size() - 1 && lives.get(from + 1).previousEnd() <= oldest) {
        from++;
      }
      return lives.subList(from, lives.size());
    } finally {
      lock.unlock();
    }
  }

  /** Asks for a segment ahead, and does not wait for it. */
  void request() {
    lock.lock();
    try {
      requested = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next segment, from now on in use.
   *
   * @throws IOException if none is ahead and none could be made
   */
  Segment take() throws IOException {
    lock.lock();
    try {
      // One that was under way before may have failed for want of what is there by now.
      long earlier = attempts;
      while (ahead.isEmpty()) {
        requested = true;
        changed.signalAll();
        changed.awaitUninterruptibly();
        if (problem != null && attempts > earlier) {
          throw new IOException("no new segment could be made in " + directory, problem);
        }
      }
      Segment segment = ahead.poll();
      inUse.add(segment);
      return segment;
    } finally {
      lock.unlock();
    }
  }

  private void allocate() {
    while (awaitRequest()) {
      Throwable failure = null;
      preparing.lock();
      try {
        prepare();
      } catch (IOException | RuntimeException | Error e) {
        // Nothing is lost yet: space may be back when the writer needs the segment.
        failure = e;
      } finally {
        preparing.unlock();
      }
      lock.lock();
      try {
        problem = failure;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean awaitRequest() {
    lock.lock();
    try {
      while (!closed && (!requested || !ahead.isEmpty())) {
        requested = false;
        changed.awaitUninterruptibly();
      }
      requested = false;
      problem = null;
      attempts++;
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  /** Makes a new file of zeros, durable with its name. The caller holds preparing. */
  private void prepare() throws IOException {
    assert preparing.isHeldByCurrentThread();
    if (directory.exists(NEW_NAME)) {
      directory.delete(NEW_NAME);
    }
    try (HostFile file = directory.create(NEW_NAME)) {
      for (long size = 0; size < segmentBytes; ) {
        size = Math.min(size + STEP, segmentBytes);
        file.preallocate(size);
        file.sync();
      }
    }
    Segment segment = new Segment(nextAhead, segmentBytes);
    directory.rename(NEW_NAME, segment.name());
    directory.sync();
    metrics.segmentsCreated.increment();
    nextAhead = segment.end();
    publish(List.of(segment));
  }

  private void publish(List<Segment> segments) {
    lock.lock();
    try {
      ahead.addAll(segments);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Puts the segments that lie wholly before {@code lsn} ahead, or deletes them. The one that was
   * taken last always stays: the end of the log is found through it.
   */
  void recycle(long lsn) throws IOException {
    preparing.lock();
    try {
      List<Segment> renamed = new ArrayList<>();
      long end = nextAhead;
      for (Segment segment = oldest(lsn); segment != null; segment = oldest(lsn)) {
        if (segment.bytes() == segmentBytes && wantsMore(renamed.size())) {
          Segment target = new Segment(end, segmentBytes);
          directory.rename(segment.name(), target.name());
          renamed.add(target);
          end = target.end();
        } else {
          directory.delete(segment.name());
        }
        forget(segment);
      }
      directory.sync();
      nextAhead = end;
      metrics.segmentsRecycled.add(renamed.size());
      publish(renamed);
    } finally {
      preparing.unlock();
    }
  }

  private Segment oldest(long before) {
    lock.lock();
    try {
      Segment segment = inUse.peek();
      return inUse.size() > 1 && segment.end() <= before ? segment : null;
    } finally {
      lock.unlock();
    }
  }

  private boolean wantsMore(int renamed) {
    lock.lock();
    try {
      return ahead.size() + renamed < Math.max(2, AHEAD_BYTES / segmentBytes);
    } finally {
      lock.unlock();
    }
  }

  private void forget(Segment segment) {
    lock.lock();
    try {
      if (!inUse.remove(segment)) {
        throw new NoSuchElementException(segment.name());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the allocator, after the segment it is making. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    Threads.join(allocator);
  }
}
