package klomp.wal;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory that records pass through: a ring of 64-byte cells outside the heap. The Disruptor's
 * sequencer hands out cells by one atomic add, and the number of a cell fixes its place in the log,
 * so claiming assigns the LSN. Many threads claim, fill and publish; one thread (the writer) asks
 * what is published and gives memory back.
 *
 * <p>A cell belongs to the thread that claimed it until published, then to the writer until
 * released.
 */
final class WalRing {

  private final ByteBuffer memory;
  private final ByteBuffer writerView;
  private final MultiProducerSequencer sequencer;
  private final Sequence released = new Sequence();
  private final long base;
  private final int bytes;

  /**
   * @param bytes a power of two
   * @param base the LSN of cell 0
   */
  WalRing(int bytes, long base) {
    this.bytes = bytes;
    this.base = base;
    memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    writerView = memory.duplicate();
    // Nobody waits through the sequencer: the writer has its own way to sleep. This is the strategy
    // whose signal does nothing.
    sequencer =
        new MultiProducerSequencer(bytes >>> WalLayout.CELL_BITS, new BusySpinWaitStrategy());
    sequencer.addGatingSequences(released);
  }

  boolean hasRoom(int cells) {
    return sequencer.remainingCapacity() >= cells;
  }

  /**
   * Takes consecutive cells, waiting until the writer has released enough memory.
   *
   * @return the first of them
   */
  long claim(int cells) {
    return sequencer.next(cells) - cells + 1;
  }

  /**
   * Gives the cells to the writer. From the last to the first: the published prefix then always
   * ends between two records, so half a record is never taken for durable.
   */
  void publish(long first, int cells) {
    for (long cell = first + cells - 1; cell >= first; cell--) {
      sequencer.publish(cell);
    }
  }

  long lsn(long cell) {
    return base + (cell << WalLayout.CELL_BITS);
  }

  /** The cell after the last that was claimed. */
  long claimed() {
    return sequencer.getCursor() + 1;
  }

  /** The first cell at or after {@code from} that is not published; all before it are. */
  long published(long from) {
    long last = sequencer.getCursor();
    return last < from ? from : sequencer.getHighestPublishedSequence(from, last) + 1;
  }

  /** How many cells are claimed and not released. */
  long backlog() {
    return sequencer.getCursor() - released.get();
  }

  /** For the writer: everything before {@code cell} may be used anew. */
  void release(long cell) {
    released.set(cell - 1);
  }

  /** For the writer that ends: nobody ever waits for room again. */
  void releaseForever() {
    released.set(Long.MAX_VALUE);
  }

  /** All of the memory, with a position and limit of its own; for one thread. */
  ByteBuffer view() {
    return memory.duplicate();
  }

  /**
   * For the writer: the memory from {@code cell} on, up to the end of the ring.
   *
   * @param most in bytes
   */
  ByteBuffer view(long cell, long most) {
    int at = index(cell);
    int length = (int) Math.min(most, bytes - at);
    return writerView.limit(at + length).position(at);
  }

  /** Where a cell is; the bytes of one cell are never divided by the ring's end. */
  int index(long cell) {
    return (int) (cell << WalLayout.CELL_BITS) & (bytes - 1);
  }

  void putInt(int index, int value) {
    memory.putInt(index, value);
  }

  void putLong(int index, long value) {
    memory.putLong(index, value);
  }

  /**
   * Copies bytes to {@code index}, over the ring's end if need be.
   *
   * @return the index after them
   */
  int put(int index, byte[] source, int offset, int length) {
    int piece = Math.min(length, bytes - index);
    memory.put(index, source, offset, piece);
    if (piece < length) {
      memory.put(0, source, offset + piece, length - piece);
    }
    return (index + length) & (bytes - 1);
  }
}
