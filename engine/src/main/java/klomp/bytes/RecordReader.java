package klomp.bytes;

import net.openhft.chronicle.bytes.Bytes;

/**
 * Decodes what {@link RecordWriter} wrote. Used by one thread. Reading past the end, or a length
 * that the record cannot hold, is an {@link IllegalArgumentException}: the caller knows which file
 * it came from and says so.
 */
public final class RecordReader {

  private final Bytes<byte[]> bytes;

  /**
   * @param record is not copied and must not change
   */
  public RecordReader(byte[] record) {
    bytes = Bytes.wrapForRead(record);
  }

  public long number() {
    if (bytes.readRemaining() == 0) {
      throw truncated();
    }
    return bytes.readStopBit();
  }

  public byte[] string() {
    byte[] value = new byte[count(1)];
    bytes.read(value);
    return value;
  }

  public long[] numbers() {
    long[] values = new long[count(1)];
    long previous = 0;
    for (int i = 0; i < values.length; i++) {
      previous += number();
      values[i] = previous;
    }
    return values;
  }

  /** Whether nothing is left. */
  public boolean isAtEnd() {
    return bytes.readRemaining() == 0;
  }

  private int count(int leastBytesEach) {
    long count = number();
    if (count < 0 || count * leastBytesEach > bytes.readRemaining()) {
      throw truncated();
    }
    return (int) count;
  }

  private static IllegalArgumentException truncated() {
    return new IllegalArgumentException("the record ends before its content does");
  }
}
