package klomp.clog.strategy;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The frames of {@code single-writer}, in sets of {@value CommitLogs#BANK_SLOTS} at most, each with
 * its own LRU; page {@code n} is in set {@code n % sets}. Any thread looks up; only the owner
 * changes what is where, so nothing is locked.
 */
final class FrameTable {

  private final AtomicReferenceArray<Frame> frames;
  private final int ways;
  private final int[] clocks;

  FrameTable(int buffers) {
    ways = Math.min(CommitLogs.BANK_SLOTS, buffers);
    clocks = new int[buffers / ways];
    frames = new AtomicReferenceArray<>(clocks.length * ways);
  }

  /** The frame of that page, or null. On any thread. */
  Frame get(long page) {
    int set = set(page);
    int begin = set * ways;
    for (int way = begin; way < begin + ways; way++) {
      Frame frame = frames.get(way);
      if (frame != null && frame.page() == page) {
        touch(set, frame);
        return frame;
      }
    }
    return null;
  }

  /**
   * The place of the least recently used frame of the set of {@code page}, or a free one. Owner.
   */
  int victim(long page, long newestPage) {
    int set = set(page);
    int now = ++clocks[set];
    int best = -1;
    int bestAge = -1;
    for (int way = set * ways; way < (set + 1) * ways; way++) {
      Frame frame = frames.get(way);
      if (frame == null) {
        return way;
      }
      int age = Math.max(0, now - frame.used);
      boolean older = age > bestAge || age == bestAge && frame.page() < frames.get(best).page();
      if (frame.page() != newestPage && older) {
        best = way;
        bestAge = age;
      }
    }
    return best;
  }

  Frame at(int place) {
    return frames.get(place);
  }

  /** Owner. */
  void put(int place, Frame frame) {
    frames.set(place, frame);
    if (frame != null) {
      touch(set(frame.page()), frame);
    }
  }

  int sets() {
    return clocks.length;
  }

  /** Owner. */
  void forEachIn(int set, Consumer<Frame> action) {
    for (int place = set * ways; place < (set + 1) * ways; place++) {
      Frame frame = frames.get(place);
      if (frame != null) {
        action.accept(frame);
      }
    }
  }

  /** Owner. */
  void dropBelow(long firstPage) {
    for (int place = 0; place < frames.length(); place++) {
      Frame frame = frames.get(place);
      if (frame != null && frame.page() < firstPage) {
        frames.set(place, null);
      }
    }
  }

  private void touch(int set, Frame frame) {
    int now = clocks[set];
    if (frame.used != now) {
      clocks[set] = now + 1;
      frame.used = now + 1;
    }
  }

  private int set(long page) {
    return (int) (page % clocks.length);
  }
}
