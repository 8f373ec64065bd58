package klomp.clog;

import java.util.Locale;

/**
 * Where the two bits of an xid are. Pure arithmetic; the bytes are shown in docs/CLOG.md.
 *
 * @param xidsPerPage a multiple of 32
 * @param pagesPerSegment how many pages a file holds
 */
public record ClogGeometry(int xidsPerPage, int pagesPerSegment) {

  /** Pages of 8 KiB, files of 256 KiB. The format of a store; others are for tests. */
  public static final ClogGeometry DEFAULT = new ClogGeometry(32_768, 32);

  static final int XIDS_PER_WORD = 32;
  private static final int NAME_DIGITS = 15;

  public ClogGeometry {
    if (xidsPerPage < XIDS_PER_WORD || xidsPerPage % XIDS_PER_WORD != 0 || pagesPerSegment < 1) {
      throw new IllegalArgumentException(
          "no geometry: " + xidsPerPage + " xids, " + pagesPerSegment + " pages");
    }
  }

  public long page(long xid) {
    return xid / xidsPerPage;
  }

  public long firstXid(long page) {
    return page * xidsPerPage;
  }

  /** The word of the xid within its page. */
  public int word(long xid) {
    return (int) (xid % xidsPerPage) / XIDS_PER_WORD;
  }

  /** The lower of the two bits of the xid within its word. */
  public static int shift(long xid) {
    return (int) (xid % XIDS_PER_WORD) * 2;
  }

  public int wordsPerPage() {
    return xidsPerPage / XIDS_PER_WORD;
  }

  public int pageBytes() {
    return wordsPerPage() * Long.BYTES;
  }

  public long segment(long page) {
    return page / pagesPerSegment;
  }

  /** The position of the page within its segment's file. */
  public long position(long page) {
    return page % pagesPerSegment * pageBytes();
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
