package klomp.page;

/**
 * Gives places of the page file, growing it when none is free.
 *
 * <p>Its monitor is held across the growing and cutting of the file: for the page writer and the
 * checkpointing thread only.
 */
final class Space {

  private final PageFile file;
  private final SpaceMap map;
  private final PageMap pages;
  private PlaceList released = new PlaceList();
  private volatile long fileBytes;
  private volatile long usedBytes;

  Space(PageFile file, SpaceMap map, PageMap pages) {
    this.file = file;
    this.map = map;
    this.pages = pages;
    note();
  }

  /** A run of {@code least} to {@code most} units; the caller owns all of it. */
  synchronized SpaceMap.Run allocate(int least, int most) {
    takeFree();
    SpaceMap.Run run = map.allocate(least, most);
    if (run == null) {
      long grown =
          file.grow(map.totalUnits() * Place.UNIT, (long) Math.max(least, most) * Place.UNIT);
      map.grow(grown / Place.UNIT);
      run = map.allocate(least, most);
    }
    note();
    return run;
  }

  private void takeFree() {
    released = pages.takeFree(released);
    if (!released.isEmpty()) {
      map.free(released);
      released.clear();
    }
  }

  /** Gives units back that were allocated and not used. */
  synchronized void giveBack(long first, int units) {
    map.free(first, units);
    note();
  }

  synchronized void free(PlaceList places) {
    map.free(places);
    note();
  }

  /**
   * Cuts the end of the file off when more than a quarter of the file is free there. When more than
   * half of the file is free, what is written next goes to its start, so that in time the end
   * becomes free. (Pages that never change stay where they are.)
   */
  synchronized void trim() {
    takeFree();
    long end = map.end();
    long total = map.totalUnits();
    if (total - end > total / 4 && (total - end) * Place.UNIT > 2 << 20) {
      long keep = end + (1 << 20) / Place.UNIT;
      file.truncate(keep * Place.UNIT);
      map.shrink(keep);
    }
    if (map.usedUnits() < map.totalUnits() / 2) {
      map.rewind();
    }
    note();
  }

  /** Bytes of the file. Takes no lock, and may be a moment old. */
  long fileBytes() {
    return fileBytes;
  }

  /** Bytes in use, by the current state or by a checkpoint. Takes no lock. */
  long usedBytes() {
    return usedBytes;
  }

  private void note() {
    fileBytes = map.totalUnits() * Place.UNIT;
    usedBytes = map.usedUnits() * Place.UNIT;
  }
}
