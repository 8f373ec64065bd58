package klomp.page;

import klomp.sync.OffHeapWords;

/**
 * The entries of {@link #PIDS} neighbouring page numbers, off the heap. Three words an entry:
 *
 * <ul>
 *   <li><b>cell</b>: above {@link #ON_DISK}, the frame that holds the page, plus 2; {@code
 *       ON_DISK}, the page exists and no frame holds it; zero or below, there is no such page, and
 *       the free number that follows in the list, negated. Read without a lock.
 *   <li><b>place</b>: where the page's newest written state is; guarded by the map.
 *   <li><b>birth</b>: the epoch of the last change of the place; guarded by the map.
 * </ul>
 *
 * While a checkpoint is under way a chunk that changes keeps a frozen copy of places and births as
 * the checkpoint has them.
 */
final class MapChunk {

  static final int PIDS = 1024;
  static final int ON_DISK = 1;
  private static final int FIRST_FRAME = 2;

  private static final int PLACES = 0;
  private static final int BIRTHS = PLACES + PIDS * Long.BYTES;
  private static final int CELLS = BIRTHS + PIDS * Long.BYTES;
  static final int FROZEN_BYTES = CELLS;
  private static final int BYTES = CELLS + PIDS * Integer.BYTES;

  private final OffHeapWords words = new OffHeapWords(BYTES);

  /** Null unless the chunk changed since the instant. Guarded by the map, as the next one. */
  private OffHeapWords frozen;

  private int changedInEpoch;

  /** Where the chunk is in the last checkpoint; for the checkpointing thread alone. */
  private long diskPlace;

  private int diskCrc;
  private long diskEnd;

  int cell(int index) {
    return words.getIntAcquire(CELLS + index * Integer.BYTES);
  }

  void setCell(int index, int cell) {
    words.setIntRelease(CELLS + index * Integer.BYTES, cell);
  }

  static boolean exists(int cell) {
    return cell >= ON_DISK;
  }

  static boolean isResident(int cell) {
    return cell >= FIRST_FRAME;
  }

  static int frame(int cell) {
    return cell - FIRST_FRAME;
  }

  static int cellOf(int frame) {
    return frame + FIRST_FRAME;
  }

  long place(int index) {
    return words.getLongAcquire(PLACES + index * Long.BYTES);
  }

  long birth(int index) {
    return words.getLongAcquire(BIRTHS + index * Long.BYTES);
  }

  void setPlace(int index, long place, long birth) {
    words.setLongRelease(PLACES + index * Long.BYTES, place);
    words.setLongRelease(BIRTHS + index * Long.BYTES, birth);
  }

  boolean isFrozen() {
    return frozen != null;
  }

  void freeze(OffHeapWords memory) {
    memory.copyFrom(words, FROZEN_BYTES);
    frozen = memory;
  }

  /** Forgets the frozen copy and gives its memory back. */
  OffHeapWords thaw() {
    OffHeapWords memory = frozen;
    frozen = null;
    return memory;
  }

  /** As the checkpoint under way has it. */
  long checkpointPlace(int index) {
    return frozen == null ? place(index) : frozen.getLongAcquire(PLACES + index * Long.BYTES);
  }

  /** As the checkpoint under way has it. */
  long checkpointBirth(int index) {
    return frozen == null ? birth(index) : frozen.getLongAcquire(BIRTHS + index * Long.BYTES);
  }

  void setFrozenPlace(int index, long place, long birth) {
    frozen.setLongRelease(PLACES + index * Long.BYTES, place);
    frozen.setLongRelease(BIRTHS + index * Long.BYTES, birth);
  }

  /** Notes a change that belongs to {@code epoch}, this one or the one before. */
  void markChanged(long epoch) {
    changedInEpoch |= 1 << (epoch & 1);
  }

  /** Whether something changed in {@code epoch}; forgets it. */
  boolean takeChanged(long epoch) {
    int bit = 1 << (epoch & 1);
    boolean changed = (changedInEpoch & bit) != 0;
    changedInEpoch &= ~bit;
    return changed;
  }

  long diskPlace() {
    return diskPlace;
  }

  int diskCrc() {
    return diskCrc;
  }

  /** The first unit after the last place that the chunk on disk names. */
  long diskEnd() {
    return diskEnd;
  }

  void setDisk(long place, int crc, long end) {
    diskPlace = place;
    diskCrc = crc;
    diskEnd = end;
  }
}
