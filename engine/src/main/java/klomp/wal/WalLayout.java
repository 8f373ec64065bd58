package klomp.wal;

/**
 * The bytes of the log. A record takes whole cells of 64 bytes and begins at the start of one; its
 * position in the log is its LSN. All numbers are little-endian.
 *
 * <pre>
 *    0        4        8        12       16               24   25   26      28
 *   +--------+--------+--------+--------+----------------+----+----+-------+---------+---------+
 *   | length | crc    | life   | lag    | xid            |type|flag| key   | body    | zeros   |
 *   | u32    | u32    | u32    | u32    | u64            | u8 | u8 | bytes | ...     | to the  |
 *   |        |        |        |        |                |    |    | u16   |         | cell end|
 *   +--------+--------+--------+--------+----------------+----+----+-------+---------+---------+
 *
 *   length   header and body in bytes, without the zeros; 0 where nothing was written
 *   crc      CRC32C over: LSN (u64), length, bytes 8 to length. The LSN is not stored
 *   life     number of the opening of the log that wrote it
 *   lag      cells between the durable position, as known when it was encoded, and this record
 *   xid      the transaction; for XID_LIMIT the limit; for CHECKPOINT 0
 *   key      length of the key at the head of the body; 0 if there is none
 *
 *   type            body
 *   1 PUT           key, value
 *   2 DELETE        key
 *   3 COMMIT        wall-clock milliseconds (i64), subxids (u64 each)
 *   4 ABORT         0 (i64), subxids (u64 each)
 *   5 XID_LIMIT     nothing
 *   6 CHECKPOINT    whatever the checkpoint wants
 *   7 PART          a piece of the body of the record that follows
 *
 *   flag 1 FIRST      a PART that begins a body
 *   flag 2 CONTINUED  the body begins with that of the PARTs before
 * </pre>
 */
final class WalLayout {

  static final int CELL_BITS = 6;
  static final int CELL = 1 << CELL_BITS;

  static final int LENGTH = 0;
  static final int CRC = 4;
  static final int LIFE = 8;
  static final int LAG = 12;
  static final int XID = 16;
  static final int TYPE = 24;
  static final int FLAGS = 25;
  static final int KEY_BYTES = 26;
  static final int BODY = 28;

  /** The largest record; what has more body is preceded by parts. */
  static final int MAX_RECORD = 256 << 10;

  static final int MAX_BODY = MAX_RECORD - BODY;

  static final byte PUT = 1;
  static final byte DELETE = 2;
  static final byte COMMIT = 3;
  static final byte ABORT = 4;
  static final byte XID_LIMIT = 5;
  static final byte CHECKPOINT = 6;
  static final byte PART = 7;

  static final byte FIRST = 1;
  static final byte CONTINUED = 2;

  /** Where the first segment of a new log begins: no record has LSN 0. */
  static final long ORIGIN = 4096;

  private WalLayout() {}

  /** How many cells that many bytes take. */
  static int cells(int bytes) {
    return (bytes + CELL - 1) >>> CELL_BITS;
  }

  /** The file that holds the log from {@code start} on. */
  static String segmentName(long start) {
    return String.format("%016x", start);
  }

  static boolean isSegmentName(String name) {
    return name.matches("[0-9a-f]{16}");
  }

  static long segmentStart(String name) {
    return Long.parseUnsignedLong(name, 16);
  }
}
