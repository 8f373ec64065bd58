package klomp.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;

/**
 * The end of the log on disk: writes bytes at their positions, going from segment to segment. At
 * most one segment holds unsynced bytes: a full one is synced before the next is begun. Used by the
 * writer thread only.
 */
final class LogTail {

  private final Host host;
  private final HostDirectory directory;
  private final WalSegments segments;
  private final WalMetrics metrics;

  private Segment segment;
  private HostFile file;
  private boolean dirty;
  private boolean requested;

  LogTail(Host host, HostDirectory directory, WalSegments segments, WalMetrics metrics) {
    this.host = host;
    this.directory = directory;
    this.segments = segments;
    this.metrics = metrics;
  }

  /**
   * Writes what fits into the segment that holds {@code lsn}, in one piece.
   *
   * @return how many bytes
   */
  int write(ByteBuffer bytes, long lsn) throws IOException {
    if (segment == null || lsn == segment.end()) {
      advance();
    }
    int length = (int) Math.min(bytes.remaining(), segment.end() - lsn);
    bytes.limit(bytes.position() + length);
    dirty = true;
    file.write(bytes, lsn - segment.start());
    metrics.writes.increment();
    metrics.bytesWritten.add(length);
    if (!requested && lsn + length - segment.start() >= segment.bytes() / 4) {
      requested = true;
      segments.request();
    }
    return length;
  }

  /** Makes everything written survive power loss. */
  void sync() throws IOException {
    if (dirty) {
      long start = host.nanoTime();
      file.sync();
      dirty = false;
      metrics.syncs.increment();
      metrics.syncNanos.add(host.nanoTime() - start);
    }
  }

  private void advance() throws IOException {
    if (file != null) {
      sync();
      file.close();
      file = null;
    }
    segment = segments.take();
    file = directory.open(segment.name());
    requested = false;
  }

  void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
