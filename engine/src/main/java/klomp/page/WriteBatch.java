package klomp.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Pages in stored form, gathered to be written in few large pieces. For the page writer alone.
 *
 * <p>Use: {@link #scratch} takes a copy of a page, {@link #add} brings it into stored form, {@link
 * #write} finds places and writes.
 */
final class WriteBatch {

  /** In {@link #frame}: the entry is a side copy, not the content of a frame. */
  static final int NO_FRAME = -1;

  private static final int CAPACITY = 128;

  private final ByteBuffer bytes = littleEndian(CAPACITY * PageLayout.PAGE);
  private final ByteBuffer scratch = littleEndian(PageLayout.PAGE);
  private final int[] frames = new int[CAPACITY];
  private final long[] pids = new long[CAPACITY];
  private final long[] epochs = new long[CAPACITY];
  private final int[] units = new int[CAPACITY];
  private final long[] places = new long[CAPACITY];
  private int size;
  private int totalUnits;

  private static ByteBuffer littleEndian(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Where a copy of the page to be added goes. */
  ByteBuffer scratch() {
    return scratch;
  }

  /** Adds the page in {@link #scratch}. */
  void add(int frame, long epoch, PageFilter filter) {
    long pid = scratch.getLong(PageLayout.PID);
    filter.beforeWrite(scratch);
    if (!PageLayout.gapIsValid(scratch) || scratch.getLong(PageLayout.PID) != pid) {
      throw new IllegalStateException("the header of page " + pid + " was overwritten");
    }
    frames[size] = frame;
    pids[size] = pid;
    epochs[size] = epoch;
    units[size] = PageLayout.store(scratch, epoch, bytes, totalUnits * Place.UNIT);
    totalUnits += units[size];
    size++;
  }

  /** Writes all pages to free places; see {@link #place}. */
  void write(Space space, PageFile file) {
    int firstUnit = 0;
    for (int first = 0; first < size; ) {
      SpaceMap.Run run = space.allocate(units[first], totalUnits - firstUnit);
      int taken = 0;
      int last = first;
      while (last < size && taken + units[last] <= run.units()) {
        places[last] = Place.of(run.first() + taken, units[last]);
        taken += units[last++];
      }
      if (taken < run.units()) {
        space.giveBack(run.first() + taken, run.units() - taken);
      }
      file.write(bytes.slice(firstUnit * Place.UNIT, taken * Place.UNIT), run.first() * Place.UNIT);
      firstUnit += taken;
      first = last;
    }
  }

  void clear() {
    size = 0;
    totalUnits = 0;
  }

  boolean isFull() {
    return size == CAPACITY;
  }

  int size() {
    return size;
  }

  /** Whether the batch has the content of a frame already. */
  boolean contains(int frame) {
    for (int i = 0; i < size; i++) {
      if (frames[i] == frame) {
        return true;
      }
    }
    return false;
  }

  int frame(int index) {
    return frames[index];
  }

  long pid(int index) {
    return pids[index];
  }

  long epoch(int index) {
    return epochs[index];
  }

  long place(int index) {
    return places[index];
  }
}
