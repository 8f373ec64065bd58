package klomp.bytes;

import net.openhft.chronicle.bytes.Bytes;

/**
 * Encodes the variable part of records: numbers as stop-bit integers (seven bits a byte, lowest
 * first), byte strings behind their length. Grows as needed; used by one thread.
 */
public final class RecordWriter {

  private final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(256);

  /** A number of any sign; small ones take one byte. */
  public RecordWriter number(long value) {
    bytes.writeStopBit(value);
    return this;
  }

  /** A byte string of any length, behind its length. */
  public RecordWriter string(byte[] value) {
    bytes.writeStopBit(value.length);
    bytes.write(value);
    return this;
  }

  /**
   * {@code count} numbers behind their count, each as the difference to the one before: cheap for
   * lists that rise slowly.
   */
  public RecordWriter numbers(long[] values, int count) {
    bytes.writeStopBit(count);
    long previous = 0;
    for (int i = 0; i < count; i++) {
      bytes.writeStopBit(values[i] - previous);
      previous = values[i];
    }
    return this;
  }

  /** What was written, as a fresh array; the writer begins anew. */
  public byte[] take() {
    byte[] result = bytes.toByteArray();
    bytes.clear();
    return result;
  }
}
