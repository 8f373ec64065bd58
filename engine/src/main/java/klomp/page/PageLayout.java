package klomp.page;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header of a page and the form in which it is stored. Little-endian.
 *
 * <pre>
 *  0        4          6        8        16       24
 *  +--------+----------+--------+--------+--------+---------- ... ---------+
 *  | crc32c | gapStart | gapEnd | pid    | epoch  | content of the owner   |
 *  | u32    | u16      | u16    | u64    | u64    |                        |
 *  +--------+----------+--------+--------+--------+---------- ... ---------+
 *
 *  in memory:  [0 ........ gapStart)  gap, undefined  [gapEnd ...... 16384)
 *  stored:     [0 ........ gapStart)[gapEnd ...... 16384)  zeros to a whole unit
 * </pre>
 *
 * The CRC covers the stored bytes from 4 to the end of the second part. The epoch is how many
 * checkpoints had begun when the content was last changed: a page whose epoch is later than its
 * entry in the map was written over (see docs/PAGES.md). CRC and epoch are true on disk only.
 */
final class PageLayout {

  static final int CRC = 0;
  static final int GAP_START = PagePool.GAP_START;
  static final int GAP_END = PagePool.GAP_END;
  static final int PID = PagePool.PID;
  static final int EPOCH = 16;
  static final int CONTENT = PagePool.HEADER_BYTES;
  static final int PAGE = PagePool.PAGE_BYTES;

  private static final int CRC_BYTES = 4;

  private PageLayout() {}

  static int gapStart(ByteBuffer page) {
    return Short.toUnsignedInt(page.getShort(GAP_START));
  }

  static int gapEnd(ByteBuffer page) {
    return Short.toUnsignedInt(page.getShort(GAP_END));
  }

  static boolean gapIsValid(ByteBuffer page) {
    int start = gapStart(page);
    int end = gapEnd(page);
    return CONTENT <= start && start <= end && end <= PAGE;
  }

  /** How many bytes of the page are stored. */
  static int storedBytes(ByteBuffer page) {
    return PAGE - (gapEnd(page) - gapStart(page));
  }

  /** Writes the header of a new page: no gap, so that all content counts until the owner says. */
  static void format(ByteBuffer page, long pid) {
    page.putShort(GAP_START, (short) CONTENT);
    page.putShort(GAP_END, (short) CONTENT);
    page.putLong(PID, pid);
  }

  /**
   * Puts the stored form of {@code page} at {@code at} of {@code target}, with zeros up to a whole
   * unit.
   *
   * @return how many units it takes
   */
  static int store(ByteBuffer page, long epoch, ByteBuffer target, int at) {
    int start = gapStart(page);
    int end = gapEnd(page);
    int stored = PAGE - (end - start);
    target.put(at, page, 0, start);
    target.put(at + start, page, end, PAGE - end);
    target.putLong(at + EPOCH, epoch);
    target.putInt(at + CRC, crc(target, at, stored));
    int units = Place.unitsFor(stored);
    for (int i = at + stored; i < at + units * Place.UNIT; i++) {
      target.put(i, (byte) 0);
    }
    return units;
  }

  /** Whether the stored form at the start of {@code page}, {@code units} long, is whole. */
  static boolean isWhole(ByteBuffer page, int units) {
    if (!gapIsValid(page)) {
      return false;
    }
    int stored = storedBytes(page);
    return Place.unitsFor(stored) == units && crc(page, 0, stored) == page.getInt(CRC);
  }

  /** Opens the gap of a stored form that is whole. */
  static void expand(ByteBuffer page) {
    int start = gapStart(page);
    int end = gapEnd(page);
    page.put(end, page, start, PAGE - end);
  }

  private static int crc(ByteBuffer bytes, int at, int stored) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(at + CRC_BYTES, stored - CRC_BYTES));
    return (int) crc.getValue();
  }
}
