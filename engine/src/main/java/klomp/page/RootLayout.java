package klomp.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import klomp.page.RootBlock.Blob;

/**
 * A root block: 4 KiB, at slot 0 (byte 0) or slot 1 (byte 4096) of the page file. Little-endian.
 *
 * <pre>
 *   0  magic "KLOMP" 0 0 0     8 bytes
 *   8  format version          u32
 *  12  crc32c                  u32   over the block but for this field
 *  16  sequence                u64   the checkpoint's number; it is in slot sequence mod 2
 *  24  page number limit       u64
 *  32  file units              u64   the file has at least so many
 *  40  index place             u64   see Place; 0 if the map is empty
 *  48  index bytes             u32
 *  52  index crc32c            u32
 *  56  state place             u64   0 if the state is inline or absent
 *  64  state bytes             u32   0xffffffff if there is no state
 *  68  state crc32c            u32
 *  72  page bytes              u32   16384
 *  76  unit bytes              u32   1024
 *  80  zeros
 * 128  inline state            up to 3968 bytes, then zeros
 * </pre>
 *
 * Magic, version and crc32c are where they are in every version to come, so that an old program can
 * tell a newer file from a broken one.
 */
final class RootLayout {

  static final int VERSION = 1;
  static final int BYTES = 4096;
  static final int SLOTS = 2;

  /** Units of the file that the slots take. */
  static final int UNITS = SLOTS * BYTES / Place.UNIT;

  private static final long MAGIC = 0x50_4D_4F_4C_4BL;
  private static final int AT_MAGIC = 0;
  private static final int AT_VERSION = 8;
  private static final int AT_CRC = 12;
  private static final int AT_SEQUENCE = 16;
  private static final int AT_PID_LIMIT = 24;
  private static final int AT_FILE_UNITS = 32;
  private static final int AT_INDEX = 40;
  private static final int AT_STATE = 56;
  private static final int AT_PAGE_BYTES = 72;
  private static final int AT_UNIT_BYTES = 76;
  private static final int AT_INLINE = 128;

  /** A longer state has a place of its own. */
  static final int MOST_INLINE = BYTES - AT_INLINE;

  private RootLayout() {}

  /** Byte position of the slot for a checkpoint. */
  static long position(long sequence) {
    return (sequence & 1) * BYTES;
  }

  static ByteBuffer encode(RootBlock root) {
    ByteBuffer block = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    block.putLong(AT_MAGIC, MAGIC);
    block.putInt(AT_VERSION, VERSION);
    block.putLong(AT_SEQUENCE, root.sequence());
    block.putLong(AT_PID_LIMIT, root.pidLimit());
    block.putLong(AT_FILE_UNITS, root.fileUnits());
    putBlob(block, AT_INDEX, root.index());
    putBlob(block, AT_STATE, root.state());
    block.putInt(AT_PAGE_BYTES, PagePool.PAGE_BYTES);
    block.putInt(AT_UNIT_BYTES, Place.UNIT);
    if (root.inlineState() != null) {
      block.put(AT_INLINE, root.inlineState());
    }
    block.putInt(AT_CRC, crc(block));
    return block;
  }

  static boolean hasMagic(ByteBuffer block) {
    return block.getLong(AT_MAGIC) == MAGIC;
  }

  /** Whether magic and checksum are right; true of newer versions too. */
  static boolean isWhole(ByteBuffer block) {
    return hasMagic(block) && block.getInt(AT_CRC) == crc(block);
  }

  static int version(ByteBuffer block) {
    return block.getInt(AT_VERSION);
  }

  /** A block that is whole and of this version; null if its numbers cannot be. */
  static RootBlock decode(ByteBuffer block) {
    if (block.getInt(AT_PAGE_BYTES) != PagePool.PAGE_BYTES
        || block.getInt(AT_UNIT_BYTES) != Place.UNIT) {
      return null;
    }
    Blob state = blob(block, AT_STATE);
    byte[] inline = null;
    if (state.place() == Place.NONE && state.bytes() != RootBlock.NO_STATE) {
      if (state.bytes() < 0 || state.bytes() > MOST_INLINE) {
        return null;
      }
      inline = new byte[state.bytes()];
      block.get(AT_INLINE, inline);
    }
    return new RootBlock(
        block.getLong(AT_SEQUENCE),
        block.getLong(AT_PID_LIMIT),
        block.getLong(AT_FILE_UNITS),
        blob(block, AT_INDEX),
        state,
        inline);
  }

  private static void putBlob(ByteBuffer block, int at, Blob blob) {
    block.putLong(at, blob.place());
    block.putInt(at + 8, blob.bytes());
    block.putInt(at + 12, blob.crc());
  }

  private static Blob blob(ByteBuffer block, int at) {
    return new Blob(block.getLong(at), block.getInt(at + 8), block.getInt(at + 12));
  }

  private static int crc(ByteBuffer block) {
    CRC32C crc = new CRC32C();
    crc.update(block.slice(0, AT_CRC));
    crc.update(block.slice(AT_CRC + 4, BYTES - AT_CRC - 4));
    return (int) crc.getValue();
  }
}
