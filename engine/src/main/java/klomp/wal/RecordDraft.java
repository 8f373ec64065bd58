package klomp.wal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The record that one thread is about to append: says what it is, then writes it or pieces of it
 * into the ring, with the checksum taken on the way. Each thread has one and uses it again and
 * again.
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

  private final CRC32C crc = new CRC32C();

  /** What the checksum covers before the body: LSN, length, then the header from LIFE on. */
  private final byte[] covered = new byte[4 + WalLayout.BODY];

  private byte[] numbers = new byte[64];
  private byte type;
  private long xid;
  private int keyBytes;
  private byte[] first;
  private int firstBytes;
  private byte[] second;
  private int secondBytes;

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
  void writeRecord(WalRing ring, long cell, int life, long durable, int from) {
    byte flags = from > 0 ? WalLayout.CONTINUED : 0;
    header(ring.lsn(cell), bodyBytes() - from, life, durable);
    kind(type, flags, keyBytes);
    write(ring, cell, from, bodyBytes());
  }

  /** Writes a part that carries the body from {@code from} to {@code to}. */
  void writePart(WalRing ring, long cell, int life, long durable, int from) {
    byte flags = from == 0 ? WalLayout.FIRST : 0;
    header(ring.lsn(cell), WalLayout.MAX_BODY, life, durable);
    kind(WalLayout.PART, flags, 0);
    write(ring, cell, from, from + WalLayout.MAX_BODY);
  }

  // The covered bytes are the header shifted by 4: LSN at 0, length at 8, LIFE and on at 12.

  private void header(long lsn, int body, int life, long durable) {
    long lag = Math.min((lsn - durable) >>> WalLayout.CELL_BITS, 0xFFFF_FFFFL);
    LONG.set(covered, 0, lsn);
    INT.set(covered, 8, WalLayout.BODY + body);
    INT.set(covered, WalLayout.LIFE + 4, life);
    INT.set(covered, WalLayout.LAG + 4, (int) lag);
    LONG.set(covered, WalLayout.XID + 4, xid);
  }

  private void kind(byte recordType, byte flags, int key) {
    INT.set(covered, WalLayout.TYPE + 4, recordType & 0xFF | (flags & 0xFF) << 8 | key << 16);
  }

  private void write(WalRing ring, long cell, int from, int to) {
    crc.reset();
    crc.update(covered, 0, covered.length);
    int start = ring.index(cell);
    int at = start + WalLayout.BODY;
    if (from < firstBytes) {
      at = copy(ring, at, first, from, Math.min(to, firstBytes));
    }
    if (to > firstBytes) {
      at = copy(ring, at, second, Math.max(0, from - firstBytes), to - firstBytes);
    }
    int beyond = at & (WalLayout.CELL - 1);
    if (beyond > 0) {
      ring.put(at, ZEROS, 0, WalLayout.CELL - beyond);
    }
    ring.putInt(start + WalLayout.LENGTH, (int) INT.get(covered, 8));
    ring.putInt(start + WalLayout.CRC, (int) crc.getValue());
    ring.putLong(start + WalLayout.LIFE, (long) LONG.get(covered, WalLayout.LIFE + 4));
    ring.putLong(start + WalLayout.XID, xid);
    ring.putInt(start + WalLayout.TYPE, (int) INT.get(covered, WalLayout.TYPE + 4));
  }

  private int copy(WalRing ring, int at, byte[] source, int from, int to) {
    crc.update(source, from, to - from);
    return ring.put(at, source, from, to - from);
  }
}
