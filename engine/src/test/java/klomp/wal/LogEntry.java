package klomp.wal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a visitor was told, with arrays as text so that entries can be compared. */
record LogEntry(String kind, long lsn, long xid, String content) {

  static String text(byte[] bytes) {
    return bytes.length + ":" + Arrays.hashCode(bytes);
  }

  static LogEntry put(long lsn, long xid, byte[] key, byte[] value) {
    return new LogEntry("put", lsn, xid, text(key) + "=" + text(value));
  }

  static LogEntry delete(long lsn, long xid, byte[] key) {
    return new LogEntry("delete", lsn, xid, text(key));
  }

  static LogEntry commit(long lsn, long xid, long[] subxids, long wallMillis) {
    return new LogEntry("commit", lsn, xid, wallMillis + Arrays.toString(subxids));
  }

  static LogEntry abort(long lsn, long xid, long[] subxids) {
    return new LogEntry("abort", lsn, xid, Arrays.toString(subxids));
  }

  static LogEntry xidLimit(long lsn, long limit) {
    return new LogEntry("xidLimit", lsn, limit, "");
  }

  static LogEntry checkpoint(long lsn, byte[] payload) {
    return new LogEntry("checkpoint", lsn, 0, text(payload));
  }

  /** A visitor that keeps everything. */
  static final class Collector implements WalVisitor {

    final List<LogEntry> entries = new ArrayList<>();

    @Override
    public void put(long lsn, long xid, byte[] key, byte[] value) {
      entries.add(LogEntry.put(lsn, xid, key, value));
    }

    @Override
    public void delete(long lsn, long xid, byte[] key) {
      entries.add(LogEntry.delete(lsn, xid, key));
    }

    @Override
    public void commit(long lsn, long xid, long[] subxids, long wallMillis) {
      entries.add(LogEntry.commit(lsn, xid, subxids, wallMillis));
    }

    @Override
    public void abort(long lsn, long xid, long[] subxids) {
      entries.add(LogEntry.abort(lsn, xid, subxids));
    }

    @Override
    public void xidLimit(long lsn, long limit) {
      entries.add(LogEntry.xidLimit(lsn, limit));
    }

    @Override
    public void checkpoint(long lsn, byte[] payload) {
      entries.add(LogEntry.checkpoint(lsn, payload));
    }
  }
}
