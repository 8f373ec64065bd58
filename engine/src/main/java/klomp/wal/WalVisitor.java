package klomp.wal;

/**
 * Gets the records of the log in order of their LSN, on the reader's thread. The arrays are its
 * own. An exception ends the reading and goes to the caller of the reader.
 */
public interface WalVisitor {

  void put(long lsn, long xid, byte[] key, byte[] value);

  void delete(long lsn, long xid, byte[] key);

  void commit(long lsn, long xid, long[] subxids, long wallMillis);

  void abort(long lsn, long xid, long[] subxids);

  /** No xid at or above {@code limit} was handed out before this record was durable. */
  void xidLimit(long lsn, long limit);

  void checkpoint(long lsn, byte[] payload);
}
