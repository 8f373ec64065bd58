package klomp.page;

import java.nio.ByteBuffer;
import klomp.api.CorruptStoreException;
import klomp.api.FormatVersionException;
import klomp.api.NotAStoreException;
import klomp.page.RootBlock.Blob;

/** Finds the newest whole root block and rebuilds map and space from it. Reads no page. */
final class Opening {

  private final PageFile file;
  private final RootBlock root;
  private final PageMap map;
  private final SpaceMap space;
  private final byte[] state;

  /**
   * @throws NotAStoreException if it is no page file
   * @throws FormatVersionException if a newer program wrote it
   * @throws CorruptStoreException if no root block is whole, or what it leads to is not
   */
  Opening(PageFile file) {
    this.file = file;
    long size = file.size();
    root = newestRoot(size);
    if (size < root.fileUnits() * Place.UNIT) {
      throw new CorruptStoreException(
          file.name()
              + " is truncated: it has "
              + size
              + " bytes and checkpoint "
              + root.sequence()
              + " needs "
              + root.fileUnits() * Place.UNIT);
    }
    if (root.pidLimit() < 1 || root.pidLimit() > 1L << 31) {
      throw corrupt("has an impossible number of pages, " + root.pidLimit());
    }
    map = new PageMap(root.sequence(), root.pidLimit());
    space = new SpaceMap(size / Place.UNIT, RootLayout.UNITS);
    readMap();
    state = readState();
  }

  RootBlock root() {
    return root;
  }

  PageMap map() {
    return map;
  }

  SpaceMap space() {
    return space;
  }

  byte[] state() {
    return state;
  }

  private RootBlock newestRoot(long size) {
    RootBlock newest = null;
    boolean magic = false;
    for (int slot = 0; slot < RootLayout.SLOTS; slot++) {
      ByteBuffer block = MapLayout.buffer(RootLayout.BYTES);
      long position = RootLayout.position(slot);
      // A file that is too short is read as far as it goes; the rest counts as zeros.
      long there = Math.min(RootLayout.BYTES, size - position);
      if (there > 0) {
        file.read(block.slice(0, (int) there), position, "root block " + slot);
      }
      magic |= RootLayout.hasMagic(block);
      if (!RootLayout.isWhole(block)) {
        continue;
      }
      if (RootLayout.version(block) > RootLayout.VERSION) {
        throw new FormatVersionException(
            file.name()
                + " has format version "
                + RootLayout.version(block)
                + "; this program reads versions up to "
                + RootLayout.VERSION);
      }
      RootBlock root = RootLayout.decode(block);
      if (root != null && (newest == null || root.sequence() > newest.sequence())) {
        newest = root;
      }
    }
    if (newest == null && !magic) {
      throw new NotAStoreException(file.name() + " is not a page file of Klomp");
    }
    if (newest == null) {
      throw new CorruptStoreException(file.name() + ": neither root block is whole");
    }
    return newest;
  }

  private void readMap() {
    int count = map.chunks().length;
    if (root.index().bytes() != count * MapLayout.ENTRY_BYTES) {
      throw corrupt("has a page map of the wrong size");
    }
    ByteBuffer index = readBlob(root.index(), "the index of the page map");
    ByteBuffer image = MapLayout.buffer(MapLayout.CHUNK_BYTES);
    for (int chunk = 0; chunk < count; chunk++) {
      long place = MapLayout.entryPlace(index, chunk);
      if (place != Place.NONE) {
        String what = "chunk " + chunk + " of the page map";
        claim(place, MapLayout.CHUNK_UNITS, MapLayout.CHUNK_UNITS, what);
        readChecked(image, place, MapLayout.entryCrc(index, chunk), what);
        restoreChunk(chunk, image, place);
      }
    }
    map.restoreFree();
  }

  private void restoreChunk(int chunk, ByteBuffer image, long chunkPlace) {
    long end = 0;
    for (int i = 0; i < MapChunk.PIDS; i++) {
      long place = image.getLong(i * Long.BYTES);
      if (place != Place.NONE) {
        long pid = (long) chunk * MapChunk.PIDS + i;
        if (pid == 0 || pid >= root.pidLimit()) {
          throw corrupt("names page " + pid + ", which cannot be");
        }
        claim(place, 1, Place.MAX_PAGE_UNITS, "page " + pid);
        map.restore(pid, place);
        end = Math.max(end, Place.end(place));
      }
    }
    int crc = MapLayout.crc(image, 0, MapLayout.CHUNK_BYTES);
    map.chunks()[chunk].setDisk(chunkPlace, crc, end);
  }

  private byte[] readState() {
    if (root.state().bytes() == RootBlock.NO_STATE) {
      return null;
    }
    if (root.inlineState() != null) {
      return root.inlineState();
    }
    byte[] bytes = new byte[root.state().bytes()];
    readBlob(root.state(), "the state").get(0, bytes);
    return bytes;
  }

  private ByteBuffer readBlob(Blob blob, String what) {
    ByteBuffer bytes = MapLayout.buffer(blob.bytes());
    if (blob.bytes() > 0) {
      int units = Place.unitsFor(blob.bytes());
      claim(blob.place(), units, units, what);
      readChecked(bytes, blob.place(), blob.crc(), what);
    }
    return bytes;
  }

  private void readChecked(ByteBuffer target, long place, int crc, String what) {
    file.read(target.duplicate(), Place.position(place), what);
    if (MapLayout.crc(target, 0, target.capacity()) != crc) {
      throw corrupt(": " + what + " at " + Place.toString(place) + " does not have its checksum");
    }
  }

  private void claim(long place, int least, int most, String what) {
    int units = Place.units(place);
    if (units < least || units > most || !space.claim(Place.firstUnit(place), units)) {
      throw corrupt(
          ": " + what + " at " + Place.toString(place) + " is where something else is, or nothing");
    }
  }

  private CorruptStoreException corrupt(String what) {
    return new CorruptStoreException(file.name() + ", checkpoint " + root.sequence() + " " + what);
  }
}
