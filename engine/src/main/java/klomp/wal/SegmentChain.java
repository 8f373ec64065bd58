package klomp.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import klomp.host.HostDirectory;
import klomp.host.HostFile;

/** The segments of a directory as one run of bytes, read forward through one buffer. */
final class SegmentChain implements AutoCloseable {

  private static final int BUFFER = 4 * WalLayout.MAX_RECORD;

  private final HostDirectory directory;
  private final NavigableMap<Long, Segment> segments = new TreeMap<>();
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

  /** The position of the buffer's first byte; bytes up to its limit are there. */
  private long bufferStart;

  private Segment open;
  private HostFile file;

  SegmentChain(HostDirectory directory) throws IOException {
    this.directory = directory;
    List<Segment> found = WalSegments.list(directory);
    found.forEach(segment -> segments.put(segment.start(), segment));
    buffer.limit(0);
  }

  /** The segment that holds {@code lsn} or ends there; null if there is none. */
  Segment around(long lsn) {
    Segment holding = at(lsn);
    if (holding != null) {
      return holding;
    }
    Map.Entry<Long, Segment> before = segments.lowerEntry(lsn);
    return before != null && before.getValue().end() == lsn ? before.getValue() : null;
  }

  /** The first position at or after {@code lsn} that a segment holds; the largest long if none. */
  long held(long lsn) {
    if (at(lsn) != null) {
      return lsn;
    }
    Long next = segments.higherKey(lsn);
    return next == null ? Long.MAX_VALUE : next;
  }

  private Segment at(long lsn) {
    Map.Entry<Long, Segment> entry = segments.floorEntry(lsn);
    return entry != null && lsn < entry.getValue().end() ? entry.getValue() : null;
  }

  /**
   * The bytes from {@code lsn} on. Valid until the next call.
   *
   * @param least how many are needed, at most {@link WalLayout#MAX_RECORD}
   * @return the buffer with its position at the first; it has fewer remaining than asked for only
   *     if the last segment ends before
   */
  ByteBuffer bytes(long lsn, int least) throws IOException {
    if (lsn < bufferStart || lsn + least > bufferStart + buffer.limit()) {
      fill(lsn);
    }
    return buffer.position((int) (lsn - bufferStart));
  }

  private void fill(long lsn) throws IOException {
    buffer.clear();
    bufferStart = lsn;
    long at = lsn;
    Segment segment = at(at);
    while (segment != null && buffer.position() < BUFFER) {
      int length = (int) Math.min(BUFFER - buffer.position(), segment.end() - at);
      buffer.limit(buffer.position() + length);
      fileOf(segment).read(buffer, at - segment.start());
      at += length;
      segment = at(at);
    }
    buffer.flip();
  }

  private HostFile fileOf(Segment segment) throws IOException {
    if (!segment.equals(open)) {
      close();
      file = directory.open(segment.name());
      open = segment;
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      HostFile closing = file;
      file = null;
      open = null;
      closing.close();
    }
  }
}
