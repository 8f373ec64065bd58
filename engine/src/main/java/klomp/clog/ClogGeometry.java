package klomp.clog;

import java.util.Locale;

/**
 * Where the two bits of an xid are. Pure arithmetic, by shifts since look-ups do it every time; the
 * bytes are shown in docs/CLOG.md.
 */
public final class ClogGeometry {

  /** Pages of 8 KiB, files of 256 KiB. The format of a store; others are for tests. */
  public static final ClogGeometry DEFAULT = new ClogGeometry(32_768, 32);

  static final int XIDS_PER_WORD = 32;
  private static final int WORD_SHIFT = 5;
  private static final int NAME_DIGITS = 15;

  private final int pageShift;
  private final int segmentShift;

  /**
   * @param xidsPerPage a power of two, 32 or more
   * @param pagesPerSegment how many pages a file holds, a power of two
   */
  public ClogGeometry(int xidsPerPage, int pagesPerSegment) {
    if (xidsPerPage < XIDS_PER_WORD
        || Integer.bitCount(xidsPerPage) != 1
        || pagesPerSegment < 1
        || Integer.bitCount(pagesPerSegment) != 1) {
      throw new IllegalArgumentException(
          "no geometry: " + xidsPerPage + " xids, " + pagesPerSegment + " pages");
    }
    pageShift = Integer.numberOfTrailingZeros(xidsPerPage);
    segmentShift = Integer.numberOfTrailingZeros(pagesPerSegment);
  }

  public long page(long xid) {
    return xid >>> pageShift;
  }

  public long firstXid(long page) {
    return page << pageShift;
  }

  /** The word of the xid within its page. */
  public int word(long xid) {
    return (int) (xid >>> WORD_SHIFT) & wordsPerPage() - 1;
  }

  /** The lower of the two bits of the xid within its word. */
  public static int shift(long xid) {
    return (int) (xid & XIDS_PER_WORD - 1) << 1;
  }

  public int wordsPerPage() {
    return 1 << pageShift - WORD_SHIFT;
  }

  public int pageBytes() {
    return wordsPerPage() * Long.BYTES;
  }

  public int pagesPerSegment() {
    return 1 << segmentShift;
  }

  public long segment(long page) {
    return page >>> segmentShift;
  }

  /** Which page of its segment it is. */
  public int pageInSegment(long page) {
    return (int) page & pagesPerSegment() - 1;
  }

  /** The position of the page within its segment's file. */
  public long position(long page) {
    return (long) pageInSegment(page) * pageBytes();
  }

  static String fileName(long segment) {
    return String.format(Locale.ROOT, "%015X", segment);
  }

  /** The segment of a file name, or -1 if it is not one. */
  static long segmentOf(String fileName) {
    if (fileName.length() != NAME_DIGITS || !fileName.chars().allMatch(ClogGeometry::isHexDigit)) {
      return -1;
    }
    return Long.parseLong(fileName, 16);
  }

  private static boolean isHexDigit(int digit) {
    return digit >= '0' && digit <= '9' || digit >= 'A' && digit <= 'F';
  }
}
