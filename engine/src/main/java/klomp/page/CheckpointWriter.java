package klomp.page;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import klomp.page.RootBlock.Blob;

/**
 * Makes the checkpoint under way durable: pages, changed chunks of the map, index, state, sync,
 * root block, sync. Runs on the checkpointing thread, one at a time; only the pages are written by
 * the page writer.
 */
final class CheckpointWriter {

  private static final int CHUNKS_AT_ONCE = 64;

  private final PageFile file;
  private final PageMap map;
  private final Space space;
  private final PageWriter writer;
  private final ByteBuffer images = MapLayout.buffer(CHUNKS_AT_ONCE * MapLayout.CHUNK_BYTES);

  /** The root block of the last durable checkpoint. */
  private RootBlock last;

  CheckpointWriter(PageFile file, PageMap map, Space space, PageWriter writer, RootBlock last) {
    this.file = file;
    this.map = map;
    this.space = space;
    this.writer = writer;
    this.last = last;
  }

  synchronized void complete(byte[] state) {
    if (!map.isCheckpointing()) {
      throw new IllegalStateException("no checkpoint has begun");
    }
    writer.writeCheckpointPages();
    MapChunk[] chunks = map.checkpointChunks();
    writeChunks(chunks);
    Blob index = writeIndex(chunks);
    Blob stateBlob = writeState(state);
    RootBlock root =
        new RootBlock(
            map.epoch(),
            map.checkpointLimit(),
            endOf(chunks, index, stateBlob),
            index,
            stateBlob,
            stateBlob.place() == Place.NONE ? state : null);
    file.sync();
    file.write(RootLayout.encode(root), RootLayout.position(root.sequence()));
    file.sync();
    map.retireWithCheckpoint(last.index().place());
    map.retireWithCheckpoint(last.state().place());
    last = root;
    space.free(map.endCheckpoint());
    space.trim();
  }

  private void writeChunks(MapChunk[] chunks) {
    List<MapChunk> changed = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (MapChunk chunk : chunks) {
      long end = map.encodeIfChanged(chunk, images, changed.size() * MapLayout.CHUNK_BYTES);
      if (end >= 0) {
        changed.add(chunk);
        ends.add(end);
      }
      if (changed.size() == CHUNKS_AT_ONCE) {
        writeImages(changed, ends);
      }
    }
    writeImages(changed, ends);
  }

  private void writeImages(List<MapChunk> changed, List<Long> ends) {
    int next = 0;
    while (next < changed.size()) {
      SpaceMap.Run run =
          space.allocate(MapLayout.CHUNK_UNITS, (changed.size() - next) * MapLayout.CHUNK_UNITS);
      int count = run.units() / MapLayout.CHUNK_UNITS;
      int over = run.units() - count * MapLayout.CHUNK_UNITS;
      if (over > 0) {
        space.giveBack(run.first() + count * MapLayout.CHUNK_UNITS, over);
      }
      int at = next * MapLayout.CHUNK_BYTES;
      file.write(images.slice(at, count * MapLayout.CHUNK_BYTES), run.first() * Place.UNIT);
      for (int i = 0; i < count; i++, next++) {
        MapChunk chunk = changed.get(next);
        map.retireWithCheckpoint(chunk.diskPlace());
        chunk.setDisk(
            Place.of(run.first() + i * MapLayout.CHUNK_UNITS, MapLayout.CHUNK_UNITS),
            MapLayout.crc(images, next * MapLayout.CHUNK_BYTES, MapLayout.CHUNK_BYTES),
            ends.get(next));
      }
    }
    changed.clear();
    ends.clear();
  }

  private Blob writeIndex(MapChunk[] chunks) {
    ByteBuffer index = MapLayout.buffer(chunks.length * MapLayout.ENTRY_BYTES);
    for (int i = 0; i < chunks.length; i++) {
      MapLayout.putEntry(index, i, chunks[i].diskPlace(), chunks[i].diskCrc());
    }
    return writeBlob(index);
  }

  private Blob writeState(byte[] state) {
    if (state == null) {
      return new Blob(Place.NONE, RootBlock.NO_STATE, 0);
    }
    if (state.length > RootLayout.MOST_INLINE) {
      return writeBlob(MapLayout.buffer(state.length).put(0, state));
    }
    CRC32C crc = new CRC32C();
    crc.update(state);
    return new Blob(Place.NONE, state.length, (int) crc.getValue());
  }

  private Blob writeBlob(ByteBuffer bytes) {
    int size = bytes.capacity();
    if (size == 0) {
      return Blob.EMPTY;
    }
    int units = Place.unitsFor(size);
    SpaceMap.Run run = space.allocate(units, units);
    file.write(bytes, run.first() * Place.UNIT);
    return new Blob(Place.of(run.first(), units), size, MapLayout.crc(bytes, 0, size));
  }

  private static long endOf(MapChunk[] chunks, Blob index, Blob state) {
    long end = Math.max(RootLayout.UNITS, Place.end(index.place()));
    end = Math.max(end, Place.end(state.place()));
    for (MapChunk chunk : chunks) {
      end = Math.max(end, Math.max(chunk.diskEnd(), Place.end(chunk.diskPlace())));
    }
    return end;
  }
}
