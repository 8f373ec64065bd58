package klomp.wal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The record that one thread is about to append: says what it is, then writes it or pieces of it
 * into the ring, with its checksum. Each thread has one and uses it again and again.
 *
 * <p>The checksum is taken from the ring's memory, not from the caller's arrays: should a caller
 * change an array meanwhile, the record holds one mixture or another, but it is whole, and the log
 * does not end at it.
 *
 * <p>A body is two byte strings, one after the other, either of which may be empty.
 */
final class RecordDraft {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NOTHING = {};
  private static final byte[] ZEROS = new byte[WalLayout.CELL];

  /** More subtransactions than this get an array of their own, which is not kept. */
  private static final int KEPT_NUMBERS = 1024;

  private final WalRing ring;
  private final ByteBuffer view;
  private final CRC32C crc = new CRC32C();

  /** What the checksum covers first: LSN and length. */
  private final byte[] place = new byte[12];

  private byte[] numbers = new byte[64];
  private byte type;
  private long xid;
  private int keyBytes;
  private byte[] first;
  private int firstBytes;
  private byte[] second;
  private int secondBytes;

  RecordDraft(WalRing ring) {
    this.ring = ring;
    view = ring.view();
  }

  void put(long transaction, byte[] key, byte[] value) {
    set(WalLayout.PUT, transaction);
    keyBytes = key.length;
    body(key, key.length, value, value.length);
  }

  void delete(long transaction, byte[] key) {
    set(WalLayout.DELETE, transaction);
    keyBytes = key.length;
    body(key, key.length, NOTHING, 0);
  }

  void commit(long transaction, long[] subxids, int count, long wallMillis) {
    set(WalLayout.COMMIT, transaction);
    end(subxids, count, wallMillis);
  }

  void abort(long transaction, long[] subxids, int count) {
    set(WalLayout.ABORT, transaction);
    end(subxids, count, 0);
  }

  void xidLimit(long limit) {
    set(WalLayout.XID_LIMIT, limit);
    body(NOTHING, 0, NOTHING, 0);
  }

  void checkpoint(byte[] payload) {
    set(WalLayout.CHECKPOINT, 0);
    body(payload, payload.length, NOTHING, 0);
  }

  /** Lets go of the caller's arrays. */
  void clear() {
    first = null;
    second = null;
    if (numbers.length > 8 * (KEPT_NUMBERS + 1)) {
      numbers = new byte[64];
    }
  }

  int bodyBytes() {
    return firstBytes + secondBytes;
  }

  private void set(byte newType, long newXid) {
    type = newType;
    xid = newXid;
    keyBytes = 0;
  }

  private void body(byte[] head, int headBytes, byte[] tail, int tailBytes) {
    first = head;
    firstBytes = headBytes;
    second = tail;
    secondBytes = tailBytes;
  }

  private void end(long[] subxids, int count, long wallMillis) {
    int bytes = Math.multiplyExact(8, Math.addExact(count, 1));
    if (numbers.length < bytes) {
      numbers = new byte[bytes];
    }
    LONG.set(numbers, 0, wallMillis);
    for (int i = 0; i < count; i++) {
      LONG.set(numbers, 8 * (i + 1), subxids[i]);
    }
    body(numbers, bytes, NOTHING, 0);
  }

  /** Writes the record with the rest of the body, which begins at {@code from}. */
  void writeRecord(long cell, int life, long durable, int from) {
    byte flags = from > 0 ? WalLayout.CONTINUED : 0;
    int kind = type | flags << 8 | keyBytes << 16;
    write(cell, life, durable, kind, from, bodyBytes());
  }

  /** Writes a part that carries the body from {@code from} on. */
  void writePart(long cell, int life, long durable, int from) {
    byte flags = from == 0 ? WalLayout.FIRST : 0;
    int kind = WalLayout.PART | flags << 8;
    write(cell, life, durable, kind, from, from + WalLayout.MAX_BODY);
  }

  /**
   * @param kind type, flags and key length, as one number
   */
  private void write(long cell, int life, long durable, int kind, int from, int to) {
    long lsn = ring.lsn(cell);
    long lag = Math.min((lsn - durable) >>> WalLayout.CELL_BITS, 0xFFFF_FFFFL);
    int length = WalLayout.BODY + to - from;
    int start = ring.index(cell);
    ring.putInt(start + WalLayout.LENGTH, length);
    ring.putInt(start + WalLayout.LIFE, life);
    ring.putInt(start + WalLayout.LAG, (int) lag);
    ring.putLong(start + WalLayout.XID, xid);
    ring.putInt(start + WalLayout.TYPE, kind);
    int at = start + WalLayout.BODY;
    if (from < firstBytes) {
      int end = Math.min(to, firstBytes);
      at = ring.put(at, first, from, end - from);
    }
    if (to > firstBytes) {
      int begin = Math.max(from, firstBytes);
      at = ring.put(at, second, begin - firstBytes, to - begin);
    }
    int beyond = at & (WalLayout.CELL - 1);
    if (beyond > 0) {
      ring.put(at, ZEROS, 0, WalLayout.CELL - beyond);
    }
    ring.putInt(start + WalLayout.CRC, checksum(lsn, length, start));
  }

  private int checksum(long lsn, int length, int start) {
    LONG.set(place, 0, lsn);
    INT.set(place, 8, length);
    crc.reset();
    crc.update(place, 0, place.length);
    int covered = length - WalLayout.LIFE;
    int piece = Math.min(covered, view.capacity() - start - WalLayout.LIFE);
    crc.update(view.limit(start + WalLayout.LIFE + piece).position(start + WalLayout.LIFE));
    if (piece < covered) {
      crc.update(view.limit(covered - piece).position(0));
    }
    return (int) crc.getValue();
  }
}
