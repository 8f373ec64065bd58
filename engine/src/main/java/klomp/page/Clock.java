package klomp.page;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import klomp.sync.VersionLatches;

/**
 * Second-chance replacement: a hand goes round the frames; a frame used since the hand came by last
 * is spared once. Shared by the page writer and by threads in need of a frame.
 */
final class Clock {

  private static final int READER_STEPS = 512;

  private final Frames frames;
  private final PageMap map;
  private final LongAdder evictions;
  private final AtomicInteger hand = new AtomicInteger();

  Clock(Frames frames, PageMap map, LongAdder evictions) {
    this.frames = frames;
    this.map = map;
    this.evictions = evictions;
  }

  /** The frame under the hand, which moves on. */
  int next() {
    return Integer.remainderUnsigned(hand.getAndIncrement(), frames.count());
  }

  /** Evicts a clean frame not used of late, if one is near the hand; -1 if not. */
  int evictClean() {
    for (int step = Math.min(READER_STEPS, 2 * frames.count()); step > 0; step--) {
      int frame = next();
      if (Frames.isClean(frames.state(frame))
          && frames.pid(frame) != 0
          && !frames.takeReference(frame)
          && tryEvict(frame)) {
        return frame;
      }
    }
    return -1;
  }

  /**
   * Empties a frame if it is clean and nobody holds its latch. Its readers fail to validate.
   *
   * @return whether the frame is now the caller's
   */
  boolean tryEvict(int frame) {
    VersionLatches latches = frames.latches();
    if (!Frames.isClean(frames.state(frame)) || !latches.tryLock(frame)) {
      return false;
    }
    long pid = frames.pid(frame);
    if (pid == 0 || !Frames.isClean(frames.state(frame))) {
      latches.unlockUnchanged(frame);
      return false;
    }
    assert map.place(pid) != Place.NONE : "page " + pid + " is clean and was never written";
    frames.vacate(frame);
    map.setOnDisk(pid);
    latches.unlock(frame);
    evictions.increment();
    return true;
  }
}
