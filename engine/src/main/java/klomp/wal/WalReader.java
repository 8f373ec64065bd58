package klomp.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import klomp.api.CorruptStoreException;
import klomp.api.StorageException;
import klomp.host.HostDirectory;

/**
 * Reads the log from a position to its end. Memory is bounded by one buffer and the largest record.
 *
 * <p>The file of lives says which life wrote which positions, and where each life but the last
 * ended; a record counts only if its checksum holds at its position and its life is that one. Where
 * the log of the last life ends is found by reading: at the first record that does not count. That
 * is right because bytes are written in the order of the log and a sync covers everything before
 * it: if a record is not whole, no sync that covers it ever returned, and nothing at or after it
 * was acknowledged. Should a later record prove the contrary (records tell how far the log was
 * known to be durable), the log is damaged, and the reading says so instead of losing commits.
 */
public final class WalReader {

  /** How far behind the end a proof of damage is looked for. */
  private static final long PROOF_BYTES = 16L << 20;

  private final HostDirectory directory;
  private final SegmentChain chain;
  private final RecordDecoder decoder;
  private final List<Life> lives;

  private WalReader(HostDirectory directory, SegmentChain chain, WalVisitor visitor)
      throws IOException {
    this.directory = directory;
    this.chain = chain;
    decoder = new RecordDecoder(chain, visitor);
    lives = LifeFile.read(directory);
  }

  /**
   * Gives every record at or after {@code fromLsn} to the visitor.
   *
   * @param fromLsn a {@link Wal#position()} that was noted while nobody was appending, or the LSN
   *     of a record that came in one piece; 0 for all of a log that was never recycled
   * @throws CorruptStoreException if records that were durable are missing or damaged
   * @throws StorageException if a file cannot be read
   */
  public static WalEnd read(HostDirectory directory, long fromLsn, WalVisitor visitor) {
    try (SegmentChain chain = new SegmentChain(directory)) {
      return new WalReader(directory, chain, visitor).read(fromLsn);
    } catch (IOException e) {
      throw new StorageException("the write-ahead log in " + directory + " cannot be read", e);
    }
  }

  private WalEnd read(long fromLsn) throws IOException {
    if (lives.isEmpty()) {
      if (fromLsn > WalLayout.ORIGIN) {
        throw damaged(fromLsn, "there is no log");
      }
      if (decoder.record(WalLayout.ORIGIN, WalStart.FIRST.life()) != null) {
        throw damaged(WalLayout.ORIGIN, "the file " + LifeFile.NAME + " is missing");
      }
      return new WalEnd(WalLayout.ORIGIN, 0, WalLayout.ORIGIN);
    }
    int index = indexOfLife(fromLsn);
    long lsn = Math.max(fromLsn, lives.get(index).start());
    while (index < lives.size() - 1) {
      long end = lives.get(index + 1).previousEnd();
      lsn = readLife(lives.get(index), lsn, end);
      if (lsn != end) {
        throw damaged(lsn, "that life of the log went on to " + end);
      }
      index++;
      lsn = lives.get(index).start();
    }
    Life last = lives.get(index);
    lsn = readLife(last, lsn, Long.MAX_VALUE);
    checkNothingLost(lsn, last);
    Segment segment = chain.around(lsn);
    return new WalEnd(lsn, last.number(), lsn == segment.start() ? lsn : segment.end());
  }

  private int indexOfLife(long lsn) {
    for (int i = lives.size() - 1; i >= 0; i--) {
      if (lives.get(i).start() <= lsn) {
        return i;
      }
    }
    if (lives.get(0).start() != WalLayout.ORIGIN) {
      throw damaged(lsn, "the log begins at " + lives.get(0).start());
    }
    return 0;
  }

  private long readLife(Life life, long from, long end) throws IOException {
    if (chain.around(from) == null) {
      throw damaged(from, "there is no such segment");
    }
    decoder.forgetParts();
    long lsn = from;
    while (lsn < end) {
      ByteBuffer record = decoder.record(lsn, life.number());
      if (record == null) {
        break;
      }
      long next = lsn + ((long) WalLayout.cells(record.limit()) << WalLayout.CELL_BITS);
      decoder.visit(lsn, record);
      lsn = next;
    }
    return lsn;
  }

  private void checkNothingLost(long end, Life life) throws IOException {
    long lsn = end;
    for (long scanned = 0; scanned < PROOF_BYTES; scanned += WalLayout.CELL) {
      lsn = chain.held(lsn + WalLayout.CELL);
      if (lsn == Long.MAX_VALUE) {
        return;
      }
      ByteBuffer record = decoder.record(lsn, life.number());
      if (record != null && RecordDecoder.durable(lsn, record) > end) {
        throw damaged(end, "the record at " + lsn + " was written when this one was durable");
      }
    }
  }

  private CorruptStoreException damaged(long lsn, String why) {
    return new CorruptStoreException(
        "the write-ahead log in " + directory + " is damaged at " + lsn + ": " + why);
  }
}
