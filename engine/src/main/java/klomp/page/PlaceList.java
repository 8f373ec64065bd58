package klomp.page;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** A growing list of places, off the heap. Guarded by its owner. */
final class PlaceList {

  private static final int INITIAL = 4096;

  private ByteBuffer bytes = ByteBuffer.allocateDirect(INITIAL);
  private int size;
  private long units;

  void add(long place) {
    if (size + Long.BYTES > bytes.capacity()) {
      ByteBuffer larger = ByteBuffer.allocateDirect(Math.multiplyExact(bytes.capacity(), 2));
      larger.put(0, bytes, 0, size);
      bytes = larger;
    }
    bytes.putLong(size, place);
    size += Long.BYTES;
    units += Place.units(place);
  }

  void forEach(LongConsumer consumer) {
    for (int at = 0; at < size; at += Long.BYTES) {
      consumer.accept(bytes.getLong(at));
    }
  }

  /** Sum of the units of all places in the list. */
  long units() {
    return units;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    size = 0;
    units = 0;
  }
}
