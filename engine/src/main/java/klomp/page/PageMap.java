package klomp.page;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import klomp.sync.OffHeapWords;

/**
 * From page number to frame and to place; the free page numbers; and the places that are no longer
 * wanted, each kept until no checkpoint needs it.
 *
 * <p>Lock contract: {@link #cell} takes no lock. Everything that changes a place, the list of free
 * numbers, the epoch or a list of places holds this object's monitor, never across I/O, and takes
 * no other lock or latch under it. Cells are written by whoever owns the page's residency (see
 * {@link PagePool}).
 *
 * <p>Epoch {@code e} is the time after {@code e} checkpoints have begun. A place that entered the
 * map in epoch {@code b} and left it in epoch {@code r} is part of the checkpoints {@code b+1..r}.
 * So if {@code b == r} it is free at once, else when checkpoint {@code r+1} is durable.
 */
final class PageMap {

  private static final int SHIFT = 10;
  private static final int MASK = MapChunk.PIDS - 1;

  private volatile MapChunk[] chunks = {};
  private volatile long epoch;

  /** A checkpoint has begun (it fixed the end of epoch - 1) and is not durable. */
  private volatile boolean checkpointing;

  private long limit = 1;
  private long checkpointLimit = 1;
  private long firstFree;
  private long livePages;

  private PlaceList freeNow = new PlaceList();

  /** By the lowest bit of the epoch in which the places left the map. */
  private final PlaceList[] retired = {new PlaceList(), new PlaceList()};

  private final Deque<OffHeapWords> spareFrozen = new ArrayDeque<>();

  /** The map of checkpoint {@code epoch}; its chunks are to be restored before any use. */
  PageMap(long epoch, long limit) {
    assert MapChunk.PIDS == 1 << SHIFT;
    this.epoch = epoch;
    this.limit = limit;
    MapChunk[] empty = new MapChunk[(int) MapLayout.chunksFor(limit)];
    Arrays.setAll(empty, i -> new MapChunk());
    chunks = empty;
  }

  /** Enters a page of the checkpoint that was opened. */
  synchronized void restore(long pid, long place) {
    MapChunk chunk = chunk(pid);
    chunk.setPlace((int) pid & MASK, place, epoch - 1);
    chunk.setCell((int) pid & MASK, MapChunk.ON_DISK);
    livePages++;
  }

  /** All pages are restored: numbers without one are free. */
  synchronized void restoreFree() {
    for (long pid = limit - 1; pid > 0; pid--) {
      if (!MapChunk.exists(cell(pid))) {
        addFree(pid);
      }
    }
  }

  /** The cell of any number, torn ones included; see {@link MapChunk}. */
  int cell(long pid) {
    MapChunk[] now = chunks;
    long chunk = pid >>> SHIFT;
    return chunk < now.length ? now[(int) chunk].cell((int) pid & MASK) : 0;
  }

  void setResident(long pid, int frame) {
    chunk(pid).setCell((int) pid & MASK, MapChunk.cellOf(frame));
  }

  void setOnDisk(long pid) {
    chunk(pid).setCell((int) pid & MASK, MapChunk.ON_DISK);
  }

  /** Where a page that no frame holds is. Stable as long as it is not loaded. */
  long place(long pid) {
    return chunk(pid).place((int) pid & MASK);
  }

  long birth(long pid) {
    return chunk(pid).birth((int) pid & MASK);
  }

  long epoch() {
    return epoch;
  }

  boolean isCheckpointing() {
    return checkpointing;
  }

  /** A number for a new page. Its cell says "no such page" until the caller sets a frame. */
  synchronized long newPid() {
    if (firstFree != 0) {
      long pid = firstFree;
      firstFree = -(long) cell(pid);
      livePages++;
      return pid;
    }
    if (limit > Integer.MAX_VALUE) {
      throw new IllegalStateException("the store has 2^31 pages: no more can be numbered");
    }
    ensureChunk(limit);
    livePages++;
    return limit++;
  }

  /** The page ends with the current state. */
  synchronized void remove(long pid) {
    place(pid, Place.NONE);
    addFree(pid);
    livePages--;
  }

  /** The page's newest state is now at {@code place}. */
  synchronized void place(long pid, long place) {
    MapChunk chunk = chunk(pid);
    int index = (int) pid & MASK;
    if (checkpointing) {
      freeze(chunk);
    } else {
      settle(chunk);
    }
    long old = chunk.place(index);
    long birth = chunk.birth(index);
    chunk.setPlace(index, place, epoch);
    chunk.markChanged(epoch);
    // The first change since the instant leaves the old place to the frozen copy, which may yet
    // exchange it; settle() retires what the frozen copy has at the end.
    if (!checkpointing || birth == epoch) {
      retire(old, birth, epoch);
    }
  }

  /** The page as it stood at the instant of the checkpoint under way is now at {@code place}. */
  synchronized void placeForCheckpoint(long pid, long place) {
    assert checkpointing;
    MapChunk chunk = chunk(pid);
    int index = (int) pid & MASK;
    long before = epoch - 1;
    retire(chunk.checkpointPlace(index), chunk.checkpointBirth(index), before);
    if (chunk.isFrozen()) {
      chunk.setFrozenPlace(index, place, before);
    }
    if (chunk.birth(index) != epoch) {
      chunk.setPlace(index, place, before);
    }
    chunk.markChanged(before);
  }

  /** Keeps a place that turned out to be of no use for {@link #takeFree}. */
  synchronized void release(long place) {
    freeNow.add(place);
  }

  /**
   * A place, not of a page, that the last durable checkpoint uses and the one under way does not.
   */
  synchronized void retireWithCheckpoint(long place) {
    retire(place, epoch - 2, epoch - 1);
  }

  /**
   * Exchanges the list of places that may be written again for an empty one.
   *
   * @return {@code empty} itself if there are none
   */
  synchronized PlaceList takeFree(PlaceList empty) {
    if (freeNow.isEmpty()) {
      return empty;
    }
    PlaceList taken = freeNow;
    freeNow = empty;
    return taken;
  }

  /** The instant: what is in the map and in dirty frames now is the checkpoint. */
  synchronized void beginCheckpoint() {
    if (checkpointing) {
      throw new IllegalStateException("a checkpoint is under way already");
    }
    epoch++;
    checkpointLimit = limit;
    checkpointing = true;
  }

  /**
   * The checkpoint under way is durable: the one before is given up.
   *
   * @return the places that only the one before had
   */
  PlaceList endCheckpoint() {
    MapChunk[] all;
    PlaceList before;
    synchronized (this) {
      checkpointing = false;
      int index = (int) (epoch - 1) & 1;
      before = retired[index];
      retired[index] = new PlaceList();
      all = chunks;
    }
    for (MapChunk chunk : all) {
      synchronized (this) {
        settle(chunk);
      }
    }
    return before;
  }

  synchronized long livePages() {
    return livePages;
  }

  /** Units that only checkpoints hold. */
  synchronized long retiredUnits() {
    return retired[0].units() + retired[1].units();
  }

  /** First number that no page had at the instant of the checkpoint under way. */
  synchronized long checkpointLimit() {
    return checkpointLimit;
  }

  /** The chunks that the checkpoint under way has, none of which is ever exchanged. */
  synchronized MapChunk[] checkpointChunks() {
    return Arrays.copyOf(chunks, (int) MapLayout.chunksFor(checkpointLimit));
  }

  MapChunk[] chunks() {
    return chunks;
  }

  /**
   * If the checkpoint under way has a chunk otherwise than the one before: puts the chunk's form on
   * disk at {@code at} of {@code target}.
   *
   * @return the first unit after the last place it names; -1 if there is nothing new
   */
  synchronized long encodeIfChanged(MapChunk chunk, ByteBuffer target, int at) {
    if (!chunk.takeChanged(epoch - 1)) {
      return -1;
    }
    long end = 0;
    for (int index = 0; index < MapChunk.PIDS; index++) {
      long place = chunk.checkpointPlace(index);
      target.putLong(at + index * Long.BYTES, place);
      end = Math.max(end, Place.end(place));
    }
    return end;
  }

  private void freeze(MapChunk chunk) {
    if (!chunk.isFrozen()) {
      OffHeapWords memory = spareFrozen.poll();
      chunk.freeze(memory != null ? memory : new OffHeapWords(MapChunk.FROZEN_BYTES));
    }
  }

  /** Once the checkpoint is durable: retires what it has and the current state has no more. */
  private void settle(MapChunk chunk) {
    if (!chunk.isFrozen()) {
      return;
    }
    for (int index = 0; index < MapChunk.PIDS; index++) {
      if (chunk.birth(index) == epoch) {
        retire(chunk.checkpointPlace(index), chunk.checkpointBirth(index), epoch);
      }
    }
    spareFrozen.push(chunk.thaw());
  }

  private void retire(long place, long birth, long leftIn) {
    if (place == Place.NONE) {
      return;
    }
    if (birth == leftIn) {
      freeNow.add(place);
    } else {
      retired[(int) leftIn & 1].add(place);
    }
  }

  private void addFree(long pid) {
    chunk(pid).setCell((int) pid & MASK, (int) -firstFree);
    firstFree = pid;
  }

  private MapChunk chunk(long pid) {
    return chunks[(int) (pid >>> SHIFT)];
  }

  private void ensureChunk(long pid) {
    int index = (int) (pid >>> SHIFT);
    if (index >= chunks.length) {
      MapChunk[] longer = Arrays.copyOf(chunks, index + 1);
      longer[index] = new MapChunk();
      chunks = longer;
    }
  }
}
