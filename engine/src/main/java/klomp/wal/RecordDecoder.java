package klomp.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import klomp.api.CorruptStoreException;

/** Checks and decodes single records; keeps the parts that a record to come will need. */
final class RecordDecoder {

  private static final long NO_PARTS = -1;

  private final SegmentChain chain;
  private final WalVisitor visitor;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer lsnBytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);

  private final List<byte[]> parts = new ArrayList<>();
  private long partsXid = NO_PARTS;

  RecordDecoder(SegmentChain chain, WalVisitor visitor) {
    this.chain = chain;
    this.visitor = visitor;
  }

  /**
   * The record at {@code lsn}, if it is whole and of that life.
   *
   * @return its bytes from position to limit, valid until the next call; null if there is none
   */
  ByteBuffer record(long lsn, int life) throws IOException {
    ByteBuffer bytes = chain.bytes(lsn, WalLayout.BODY);
    if (bytes.remaining() < WalLayout.BODY) {
      return null;
    }
    int at = bytes.position();
    int length = bytes.getInt(at + WalLayout.LENGTH);
    if (length < WalLayout.BODY
        || length > WalLayout.MAX_RECORD
        || bytes.getInt(at + WalLayout.LIFE) != life) {
      return null;
    }
    bytes = chain.bytes(lsn, length);
    if (bytes.remaining() < length) {
      return null;
    }
    at = bytes.position();
    ByteBuffer record = bytes.slice(at, length).order(bytes.order());
    return checksum(lsn, record) == record.getInt(WalLayout.CRC) ? record : null;
  }

  private int checksum(long lsn, ByteBuffer record) {
    int length = record.limit();
    crc.reset();
    crc.update(lsnBytes.clear().putLong(0, lsn));
    crc.update(record.limit(WalLayout.CRC));
    crc.update(record.limit(length).position(WalLayout.LIFE));
    record.position(0);
    return (int) crc.getValue();
  }

  /** How far the log was durable for sure when the record was encoded. */
  static long durable(long lsn, ByteBuffer record) {
    long lag = record.getInt(WalLayout.LAG) & 0xFFFF_FFFFL;
    return lsn - (lag << WalLayout.CELL_BITS);
  }

  /** Forgets the parts of a record that never came: its life ended before. */
  void forgetParts() {
    parts.clear();
    partsXid = NO_PARTS;
  }

  /** Tells the visitor about a whole record. */
  void visit(long lsn, ByteBuffer record) {
    byte type = record.get(WalLayout.TYPE);
    byte flags = record.get(WalLayout.FLAGS);
    long xid = record.getLong(WalLayout.XID);
    int keyBytes = record.getShort(WalLayout.KEY_BYTES) & 0xFFFF;
    record.position(WalLayout.BODY);
    if (type == WalLayout.PART) {
      keepPart(lsn, xid, flags, record);
      return;
    }
    boolean continued = (flags & WalLayout.CONTINUED) != 0;
    if (continued && partsXid != xid) {
      throw new CorruptStoreException("the log at " + lsn + " continues a record that is missing");
    }
    Body body = new Body(continued ? List.copyOf(parts) : List.of(), record);
    if (continued) {
      forgetParts();
    }
    dispatch(lsn, type, xid, keyBytes, body);
  }

  private void keepPart(long lsn, long xid, byte flags, ByteBuffer record) {
    if ((flags & WalLayout.FIRST) != 0) {
      forgetParts();
      partsXid = xid;
    } else if (partsXid != xid) {
      throw new CorruptStoreException(
          "the log at " + lsn + " has a part of a record, not its first");
    }
    byte[] part = new byte[record.remaining()];
    record.get(part);
    parts.add(part);
  }

  private void dispatch(long lsn, byte type, long xid, int keyBytes, Body body) {
    switch (type) {
      case WalLayout.PUT -> {
        byte[] key = body.bytes(keyBytes);
        visitor.put(lsn, xid, key, body.rest());
      }
      case WalLayout.DELETE -> visitor.delete(lsn, xid, body.bytes(keyBytes));
      case WalLayout.COMMIT -> {
        long wallMillis = body.number();
        visitor.commit(lsn, xid, body.numbers(), wallMillis);
      }
      case WalLayout.ABORT -> {
        body.number();
        visitor.abort(lsn, xid, body.numbers());
      }
      case WalLayout.XID_LIMIT -> visitor.xidLimit(lsn, xid);
      case WalLayout.CHECKPOINT -> visitor.checkpoint(lsn, body.rest());
      default -> throw new CorruptStoreException("the log at " + lsn + " has type " + type);
    }
  }
}
