package klomp.wal;

import klomp.api.InvalidRequestException;

/**
 * How the log is to run; none of it is fixed in the files.
 *
 * @param bufferBytes memory of the ring, a power of two between 1 MiB and 1 GiB
 * @param segmentBytes size of a new segment file, a power of two between 64 KiB and 1 GiB
 * @param asyncWindowNanos how old a record may get before it is made durable unasked, 1 ms or more;
 *     the writer begins when half of that has passed, and leaves the other half to the disk
 */
public record WalOptions(int bufferBytes, int segmentBytes, long asyncWindowNanos) {

  public WalOptions {
    checkPowerOfTwo("the ring", bufferBytes, 1 << 20);
    checkPowerOfTwo("a segment", segmentBytes, 64 << 10);
    if (asyncWindowNanos < 1_000_000) {
      throw new InvalidRequestException("the async window is 1 ms or more");
    }
  }

  private static void checkPowerOfTwo(String name, int bytes, int least) {
    if (bytes < least || bytes > 1 << 30 || Integer.bitCount(bytes) != 1) {
      throw new InvalidRequestException(
          name + " has a power of two of bytes between " + least + " and 1 GiB, not " + bytes);
    }
  }
}
