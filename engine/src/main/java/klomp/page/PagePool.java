package klomp.page;

import java.nio.ByteBuffer;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.metrics.Metrics;
import klomp.sync.VersionLatches;

/**
 * Pages of 16 KiB by logical number, a bounded number of them in memory.
 *
 * <p>Signatures first: the bodies follow.
 */
public final class PagePool implements AutoCloseable {

  /** Size of a page in memory. */
  public static final int PAGE_BYTES = 16384;

  /** The first byte of a page that is the owner's; what is before it is the pool's. */
  public static final int HEADER_BYTES = 24;

  /** Where the header says (u16) at which byte the unused gap begins; the owner keeps it true. */
  public static final int GAP_START = 4;

  /** Where the header says (u16) at which byte the unused gap ends; the owner keeps it true. */
  public static final int GAP_END = 6;

  /** Where the header has the page number (u64); read-only to the owner. */
  public static final int PID = 8;

  /** What {@link #frameOf} answers for a number that no page has at present. */
  public static final int NO_FRAME = -1;

  private PagePool() {}

  /** Opens the page file, or creates it durably. */
  public static PagePool open(
      Host host, HostDirectory directory, String fileName, long cacheBytes, Metrics metrics) {
    throw new UnsupportedOperationException();
  }

  /**
   * The frame that holds page {@code pid}, loaded if need be; {@link #NO_FRAME} if there is no such
   * page (freed since the caller found its number, or a torn number): the caller validates where it
   * found the number and starts again.
   */
  public int frameOf(long pid) {
    throw new UnsupportedOperationException();
  }

  public boolean isResident(long pid) {
    throw new UnsupportedOperationException();
  }

  public ByteBuffer bytes(int frame) {
    throw new UnsupportedOperationException();
  }

  public VersionLatches latches() {
    throw new UnsupportedOperationException();
  }

  public long pidAt(int frame) {
    throw new UnsupportedOperationException();
  }

  public void beforeChange(int frame) {
    throw new UnsupportedOperationException();
  }

  public int allocate() {
    throw new UnsupportedOperationException();
  }

  public void free(int frame) {
    throw new UnsupportedOperationException();
  }

  public void setWriteFilter(PageFilter filter) {
    throw new UnsupportedOperationException();
  }

  public void beginCheckpoint() {
    throw new UnsupportedOperationException();
  }

  public void completeCheckpoint(byte[] state) {
    throw new UnsupportedOperationException();
  }

  public byte[] state() {
    throw new UnsupportedOperationException();
  }

  public long livePages() {
    throw new UnsupportedOperationException();
  }

  public long fileBytes() {
    throw new UnsupportedOperationException();
  }

  public long usedBytes() {
    throw new UnsupportedOperationException();
  }

  public long pinnedBytes() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
