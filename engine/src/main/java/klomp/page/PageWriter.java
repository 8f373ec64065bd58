package klomp.page;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import klomp.host.Host;
import klomp.sync.VersionLatches;

/**
 * The one thread that writes pages: it cleans frames so that free ones are at hand, and writes the
 * pages of the checkpoint under way, in this order of urgency. It sleeps when neither is wanted: an
 * idle store writes nothing.
 *
 * <p>It never waits for a latch, for its holder may be waiting for this thread: a latched frame is
 * passed over and tried again. It never syncs.
 */
final class PageWriter implements Runnable {

  private static final long RETRY_NANOS = 50_000;

  private final PoolParts parts;
  private final Frames frames;
  private final PageMap map;
  private final Space space;
  private final Clock clock;
  private final SideCopies sideCopies;
  private final WriteBatch batch = new WriteBatch();
  private final Thread thread;

  private volatile PageFilter filter = copy -> {};
  private volatile boolean signalled;
  private volatile boolean stopped;

  /** For the writer alone: it is filling the free frames up to their target. */
  private boolean filling;

  /**
   * For the writer alone: the next frame to look at for the checkpoint, and what was passed over.
   */
  private int sweep;

  private int passedOver;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition done = lock.newCondition();

  /** The checkpointing thread waits for all pages of the checkpoint. Set and cleared under lock. */
  private volatile boolean pagesWanted;

  PageWriter(Host host, PoolParts parts, Space space, Clock clock, SideCopies sideCopies) {
    this.parts = parts;
    this.frames = parts.frames();
    this.map = parts.map();
    this.space = space;
    this.clock = clock;
    this.sideCopies = sideCopies;
    thread = host.thread("klomp-page-writer", this);
    parts.failure().onFailure(this::signalDone);
  }

  void start() {
    thread.start();
  }

  void setFilter(PageFilter filter) {
    this.filter = filter;
  }

  /** There may be something to do. Cheap if the writer is awake. */
  void wake() {
    if (!signalled) {
      signalled = true;
      LockSupport.unpark(thread);
    }
  }

  /** Waits until every page of the checkpoint under way is written (not synced). */
  void writeCheckpointPages() {
    lock.lock();
    try {
      pagesWanted = true;
      wake();
      while (pagesWanted) {
        parts.failure().check();
        done.awaitUninterruptibly();
      }
      parts.failure().check();
    } finally {
      lock.unlock();
    }
  }

  /** Stops after the piece of work at hand, and waits for that. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
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

  @Override
  public void run() {
    try {
      while (!stopped) {
        signalled = false;
        boolean worked = cleanForEviction();
        worked |= writeSideCopies();
        worked |= sweepForCheckpoint();
        if (!worked) {
          sleep();
        }
      }
    } catch (Throwable e) {
      parts.failure().fail(e);
    }
  }

  private void sleep() {
    if (filling || pagesWanted) {
      LockSupport.parkNanos(this, RETRY_NANOS);
    } else if (!signalled && !stopped) {
      LockSupport.park(this);
    }
  }

  private boolean cleanForEviction() {
    FreeFrames free = parts.freeFrames();
    filling = free.size() < free.target() && (filling || free.isLow() || free.hasWaiters());
    if (!filling) {
      return false;
    }
    boolean worked = false;
    int wanted = free.target() - free.size();
    batch.clear();
    for (int step = 2 * frames.count(); step > 0 && wanted > 0 && !batch.isFull(); step--) {
      int frame = clock.next();
      if (frames.pid(frame) == 0 || frames.takeReference(frame)) {
        continue;
      }
      if (clock.tryEvict(frame)) {
        free.add(frame);
        worked = true;
        wanted--;
      } else if (gather(frame)) {
        wanted--;
      }
    }
    if (batch.size() == 0) {
      return worked;
    }
    writeBatch();
    for (int i = 0; i < batch.size(); i++) {
      int frame = batch.frame(i);
      if (!frames.isReferenced(frame) && clock.tryEvict(frame)) {
        free.add(frame);
      }
    }
    return true;
  }

  private boolean writeSideCopies() {
    batch.clear();
    SideCopies.Copy copy = null;
    while (!batch.isFull() && (copy = sideCopies.poll()) != null) {
      batch.scratch().put(0, copy.bytes(), 0, PageLayout.PAGE);
      batch.add(WriteBatch.NO_FRAME, copy.epoch(), filter);
      sideCopies.release(copy);
    }
    return writeBatch();
  }

  private boolean sweepForCheckpoint() {
    if (!pagesWanted) {
      return false;
    }
    batch.clear();
    while (sweep < frames.count() && !batch.isFull()) {
      int frame = sweep++;
      if (isOfCheckpoint(frame) && !gather(frame) && isOfCheckpoint(frame)) {
        passedOver++;
      }
    }
    boolean worked = writeBatch();
    if (sweep == frames.count()) {
      // Who changes a page of the checkpoint queues the copy before the frame stops being dirty
      // for the checkpoint; so what the sweep did not see is in the queue by now.
      boolean all = passedOver == 0 && sideCopies.isEmpty();
      sweep = 0;
      passedOver = 0;
      if (all) {
        signalDone();
        return true;
      }
    }
    return worked;
  }

  private boolean isOfCheckpoint(int frame) {
    long state = frames.state(frame);
    return Frames.isDirty(state) && Frames.epoch(state) < map.epoch();
  }

  /**
   * Copies a frame into the batch unless it is clean, or its latch is taken, or it is in the batch:
   * a frame whose page was freed meanwhile may hold another page by now, and waits for the next
   * batch.
   */
  private boolean gather(int frame) {
    VersionLatches latches = frames.latches();
    if (batch.contains(frame) || !latches.tryLock(frame)) {
      return false;
    }
    long epoch;
    try {
      long state = frames.state(frame);
      // Being written means: it is in this batch already, and was changed since.
      if (!Frames.isDirty(state) || Frames.isWriting(state)) {
        return false;
      }
      epoch = Frames.epoch(state);
      ByteBuffer page = frames.bytes(frame);
      batch.scratch().put(0, page, 0, PageLayout.PAGE);
      frames.startWriting(frame);
    } finally {
      latches.unlockUnchanged(frame);
    }
    batch.add(frame, epoch, filter);
    return true;
  }

  private boolean writeBatch() {
    if (batch.size() == 0) {
      return false;
    }
    batch.write(space, parts.file());
    for (int i = 0; i < batch.size(); i++) {
      complete(batch.frame(i), batch.pid(i), batch.epoch(i), batch.place(i));
    }
    return true;
  }

  /** Enters the place of a page just written into the map. */
  private void complete(int frame, long pid, long epoch, long place) {
    synchronized (map) {
      boolean ofCheckpoint = map.isCheckpointing() && epoch < map.epoch();
      if (frame == WriteBatch.NO_FRAME) {
        map.placeForCheckpoint(pid, place);
      } else if (Frames.isWriting(frames.state(frame))) {
        if (ofCheckpoint) {
          map.placeForCheckpoint(pid, place);
        } else {
          map.place(pid, place);
        }
        frames.endWriting(frame);
      } else if (ofCheckpoint && frames.abandonedIn(frame) == map.epoch()) {
        // Freed since the instant: only the checkpoint has it.
        map.placeForCheckpoint(pid, place);
      } else {
        map.release(place);
      }
    }
  }

  private void signalDone() {
    lock.lock();
    try {
      pagesWanted = false;
      done.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
