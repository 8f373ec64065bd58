package klomp.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The page map in the file: chunks, and an index of the chunks. Little-endian.
 *
 * <pre>
 *  chunk c, 8 KiB at a place of 8 units: the places of the pages 1024 c .. 1024 c + 1023
 *   0         8                 8184     8192
 *  +---------+---------+- ... -+--------+
 *  | place   | place   |       | place  |      u64 each, see Place; 0: there is no such page
 *  +---------+---------+- ... -+--------+
 *
 *  index, at one place: an entry a chunk, in order
 *   0         8        12       16
 *  +---------+--------+--------+- ...
 *  | place   | crc32c | zero   |               u64, u32, u32; place 0: the chunk has no page
 *  +---------+--------+--------+- ...
 * </pre>
 *
 * The root block has place and checksum of the index, the index those of the chunks.
 */
final class MapLayout {

  static final int CHUNK_BYTES = MapChunk.PIDS * Long.BYTES;
  static final int CHUNK_UNITS = CHUNK_BYTES / Place.UNIT;
  static final int ENTRY_BYTES = 16;

  private static final int ENTRY_CRC = 8;

  private MapLayout() {}

  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static void putEntry(ByteBuffer index, int chunk, long place, int crc) {
    index.putLong(chunk * ENTRY_BYTES, place);
    index.putInt(chunk * ENTRY_BYTES + ENTRY_CRC, crc);
  }

  static long entryPlace(ByteBuffer index, int chunk) {
    return index.getLong(chunk * ENTRY_BYTES);
  }

  static int entryCrc(ByteBuffer index, int chunk) {
    return index.getInt(chunk * ENTRY_BYTES + ENTRY_CRC);
  }

  /** How many chunks the map has when {@code pidLimit} is the first number not used. */
  static long chunksFor(long pidLimit) {
    return pidLimit == 1 ? 0 : (pidLimit + MapChunk.PIDS - 1) / MapChunk.PIDS;
  }

  static int crc(ByteBuffer bytes, int at, int size) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(at, size));
    return (int) crc.getValue();
  }
}
