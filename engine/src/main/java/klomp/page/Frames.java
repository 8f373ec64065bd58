package klomp.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import klomp.api.InvalidRequestException;
import klomp.sync.VersionLatches;

/**
 * The memory of the pool and what is known of each frame.
 *
 * <p>State of a frame, one word: {@code epoch << 2 | WRITING | DIRTY}.
 *
 * <pre>
 *            markDirty                       startWriting
 *   clean ---------------&gt; dirty(e) --------------------------&gt; writing
 *     ^                        ^                                  |   |
 *     |                        |  endWriting          markDirty   |   |
 *     |                        +----------- dirty(e)+writing &lt;----+   |
 *     +------------------------------ endWriting --------------------+
 * </pre>
 *
 * {@code markDirty} and {@code startWriting} need the frame's latch, {@code endWriting} does not
 * (the page writer must wait for no latch), so every change is a compare-and-set. {@code e} is the
 * epoch of the changes; changes of two epochs never meet in one frame, for {@link
 * PagePool#beforeChange} copies the older ones aside. Only a clean frame may be evicted.
 *
 * <p>The page's number and the reference bit are on the line of the frame's latch, which every
 * reader fetches anyway. The bit is plain: a lost update costs at worst one wrong choice of a
 * victim.
 */
final class Frames {

  static final int DIRTY = 1;
  static final int WRITING = 2;
  private static final int EPOCH_SHIFT = 2;
  private static final int CHUNK_FRAMES = (1 << 30) / PageLayout.PAGE;

  private final ByteBuffer[] bytes;
  private final VersionLatches latches;
  private final AtomicLongArray states;
  private final long[] abandonedIn;
  private final AtomicInteger dirty = new AtomicInteger();
  private final AtomicInteger resident = new AtomicInteger();

  Frames(int count) {
    bytes = allocate(count);
    latches = new VersionLatches(count);
    states = new AtomicLongArray(count);
    abandonedIn = new long[count];
  }

  private static ByteBuffer[] allocate(int count) {
    ByteBuffer[] frames = new ByteBuffer[count];
    try {
      for (int first = 0; first < count; first += CHUNK_FRAMES) {
        int size = Math.min(CHUNK_FRAMES, count - first);
        ByteBuffer chunk = ByteBuffer.allocateDirect(size * PageLayout.PAGE);
        for (int i = 0; i < size; i++) {
          ByteBuffer frame = chunk.slice(i * PageLayout.PAGE, PageLayout.PAGE);
          frames[first + i] = frame.order(ByteOrder.LITTLE_ENDIAN);
        }
      }
    } catch (OutOfMemoryError e) {
      throw new InvalidRequestException(
          "a cache of "
              + (long) count * PageLayout.PAGE
              + " bytes is more off-heap memory than this JVM may have ("
              + e.getMessage()
              + "): choose a smaller cache or raise -Xmx or -XX:MaxDirectMemorySize");
    }
    return frames;
  }

  int count() {
    return bytes.length;
  }

  ByteBuffer bytes(int frame) {
    return bytes[frame];
  }

  VersionLatches latches() {
    return latches;
  }

  /** The page in the frame, 0 if none. */
  long pid(int frame) {
    return latches.guarded(frame);
  }

  /** Under the frame's latch. */
  void occupy(int frame, long pid) {
    latches.setGuarded(frame, pid);
    resident.getAndIncrement();
  }

  /** Under the frame's latch. */
  void vacate(int frame) {
    latches.setGuarded(frame, 0);
    resident.getAndDecrement();
  }

  void reference(int frame) {
    latches.mark(frame);
  }

  /** Whether the frame was used since the last call. */
  boolean takeReference(int frame) {
    return latches.takeMark(frame);
  }

  boolean isReferenced(int frame) {
    return latches.isMarked(frame);
  }

  long state(int frame) {
    return states.getAcquire(frame);
  }

  static boolean isDirty(long state) {
    return (state & DIRTY) != 0;
  }

  static boolean isWriting(long state) {
    return (state & WRITING) != 0;
  }

  static boolean isClean(long state) {
    return (state & (DIRTY | WRITING)) == 0;
  }

  /** The epoch of the changes of a dirty frame. */
  static long epoch(long state) {
    return state >>> EPOCH_SHIFT;
  }

  /** Under the frame's latch: the changes from here on are of {@code epoch}. */
  void markDirty(int frame, long epoch) {
    long state;
    do {
      state = states.getAcquire(frame);
    } while (!states.compareAndSet(frame, state, epoch << EPOCH_SHIFT | DIRTY | (state & WRITING)));
    if (!isDirty(state)) {
      dirty.getAndIncrement();
    }
  }

  /** Under the frame's latch, by the page writer: its copy has all changes made so far. */
  void startWriting(int frame) {
    long state = states.getAcquire(frame);
    assert isDirty(state) && !isWriting(state);
    states.set(frame, WRITING);
    dirty.getAndDecrement();
  }

  /** Without the latch, by the page writer. */
  void endWriting(int frame) {
    long state;
    do {
      state = states.getAcquire(frame);
    } while (!states.compareAndSet(frame, state, state & ~WRITING));
  }

  /** Under the frame's latch and the map's monitor: the page ends in {@code epoch}. */
  void abandon(int frame, long epoch) {
    long state = states.getAndSet(frame, 0);
    if (isDirty(state)) {
      dirty.getAndDecrement();
    }
    if (isWriting(state)) {
      abandonedIn[frame] = epoch;
    }
  }

  /** Under the map's monitor: when the page that was being written from the frame ended. */
  long abandonedIn(int frame) {
    return abandonedIn[frame];
  }

  int dirtyCount() {
    return dirty.get();
  }

  int residentCount() {
    return resident.get();
  }
}
