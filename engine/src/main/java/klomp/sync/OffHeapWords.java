package klomp.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A fixed piece of zeroed off-heap memory, read and written as aligned 64-bit and 32-bit words at
 * byte offsets, with the memory order in the name of the method. Safe for use by any number of
 * threads, each word by itself.
 *
 * <p>The memory is a direct buffer: given back when the object is unreachable.
 */
public final class OffHeapWords {

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final ByteBuffer bytes;

  /**
   * @param size in bytes, a multiple of 8
   */
  public OffHeapWords(int size) {
    bytes = ByteBuffer.allocateDirect(size + Long.BYTES).alignedSlice(Long.BYTES);
  }

  public long getLongAcquire(int offset) {
    return (long) LONG.getAcquire(bytes, offset);
  }

  public void setLongRelease(int offset, long value) {
    LONG.setRelease(bytes, offset, value);
  }

  public int getIntAcquire(int offset) {
    return (int) INT.getAcquire(bytes, offset);
  }

  public void setIntRelease(int offset, int value) {
    INT.setRelease(bytes, offset, value);
  }

  /** Copies {@code size} bytes from the start of {@code source}; not atomic. */
  public void copyFrom(OffHeapWords source, int size) {
    bytes.put(0, source.bytes, 0, size);
  }
}
