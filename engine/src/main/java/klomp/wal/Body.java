package klomp.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The body of a record, read once from front to back across the parts it came in. */
final class Body {

  private final List<byte[]> parts;
  private final ByteBuffer tail;
  private int remaining;
  private int part;
  private int offset;

  /**
   * @param tail what follows the parts, from its position to its limit
   */
  Body(List<byte[]> parts, ByteBuffer tail) {
    this.parts = parts;
    this.tail = tail;
    int bytes = tail.remaining();
    for (byte[] piece : parts) {
      bytes = Math.addExact(bytes, piece.length);
    }
    remaining = bytes;
  }

  byte[] bytes(int count) {
    byte[] result = new byte[count];
    int done = 0;
    while (done < count && part < parts.size()) {
      byte[] piece = parts.get(part);
      int length = Math.min(count - done, piece.length - offset);
      System.arraycopy(piece, offset, result, done, length);
      done += length;
      offset += length;
      if (offset == piece.length) {
        part++;
        offset = 0;
      }
    }
    tail.get(result, done, count - done);
    remaining -= count;
    return result;
  }

  byte[] rest() {
    return bytes(remaining);
  }

  long number() {
    return ByteBuffer.wrap(bytes(8)).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** All that remain. */
  long[] numbers() {
    long[] result = new long[remaining / 8];
    ByteBuffer.wrap(rest()).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(result);
    return result;
  }
}
