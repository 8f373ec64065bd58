package klomp.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import klomp.api.CorruptStoreException;
import klomp.api.FormatVersionException;
import klomp.host.HostDirectory;
import klomp.host.HostFile;

/**
 * The file {@code lives}: which life of the log wrote which part of it. Written anew, as a whole,
 * at each opening before the first record of the new life; so a life's number is never used twice,
 * and the reader knows for each position which life must have written it.
 *
 * <pre>
 *    0        8        12       16       20       24, then for each life, oldest first
 *   +--------+--------+--------+--------+--------+ +--------+--------+--------+-------------+
 *   | magic  | format | crc    | count  | 0      | | number | 0      | start  | previousEnd |
 *   | u64    | u32    | u32    | u32    | u32    | | u32    | u32    | u64    | u64         |
 *   +--------+--------+--------+--------+--------+ +--------+--------+--------+-------------+
 *
 *   crc   CRC32C over everything after it
 * </pre>
 */
final class LifeFile {

  static final String NAME = "lives";
  static final String NEW_NAME = "lives.new";

  private static final long MAGIC = 0x73_65_76_69_6C_6B_4C_57L; // "WLklives"
  private static final int FORMAT = 1;
  private static final int CRC = 12;
  private static final int COUNT = 16;
  private static final int HEADER = 24;
  private static final int ENTRY = 24;

  private LifeFile() {}

  /**
   * All lives, oldest first; empty if there is no such file.
   *
   * @throws CorruptStoreException if the file is not whole
   */
  static List<Life> read(HostDirectory directory) throws IOException {
    if (!directory.exists(NAME)) {
      return List.of();
    }
    ByteBuffer bytes;
    try (HostFile file = directory.open(NAME)) {
      bytes = ByteBuffer.allocate(Math.toIntExact(file.size())).order(ByteOrder.LITTLE_ENDIAN);
      file.read(bytes, 0);
    }
    if (bytes.limit() < HEADER || bytes.getLong(0) != MAGIC) {
      throw damaged(directory);
    }
    if (bytes.getInt(8) != FORMAT) {
      throw new FormatVersionException(
          directory + "/" + NAME + " has format " + bytes.getInt(8) + "; this is " + FORMAT);
    }
    int count = bytes.getInt(COUNT);
    if (bytes.getInt(CRC) != checksum(bytes) || bytes.limit() != HEADER + (long) count * ENTRY) {
      throw damaged(directory);
    }
    List<Life> lives = new ArrayList<>();
    for (int at = HEADER; at < bytes.limit(); at += ENTRY) {
      lives.add(new Life(bytes.getInt(at), bytes.getLong(at + 8), bytes.getLong(at + 16)));
    }
    return lives;
  }

  /** Replaces the file in one step; durable on return. */
  static void write(HostDirectory directory, List<Life> lives) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + lives.size() * ENTRY).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0, MAGIC).putInt(8, FORMAT).putInt(COUNT, lives.size());
    int at = HEADER;
    for (Life life : lives) {
      bytes.putInt(at, life.number()).putLong(at + 8, life.start());
      bytes.putLong(at + 16, life.previousEnd());
      at += ENTRY;
    }
    bytes.putInt(CRC, checksum(bytes));
    if (directory.exists(NEW_NAME)) {
      directory.delete(NEW_NAME);
    }
    try (HostFile file = directory.create(NEW_NAME)) {
      file.write(bytes, 0);
      file.sync();
    }
    directory.rename(NEW_NAME, NAME);
    directory.sync();
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), COUNT, bytes.limit() - COUNT);
    return (int) crc.getValue();
  }

  private static CorruptStoreException damaged(HostDirectory directory) {
    return new CorruptStoreException(directory + "/" + NAME + " is damaged");
  }
}
