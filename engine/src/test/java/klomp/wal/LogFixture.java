package klomp.wal;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import klomp.metrics.Metrics;

/** A log in a {@link RecordingHost}, with small sizes. */
final class LogFixture {

  static final WalOptions SMALL =
      new WalOptions(1 << 20, 64 << 10, TimeUnit.MILLISECONDS.toNanos(20));

  /** Nothing gets durable unasked while a test runs. */
  static final WalOptions PATIENT = new WalOptions(1 << 20, 64 << 10, TimeUnit.HOURS.toNanos(1));

  private LogFixture() {}

  static Wal open(RecordingHost host, WalOptions options) {
    return open(host, options, new Metrics());
  }

  static Wal open(RecordingHost host, WalOptions options, Metrics metrics) {
    WalEnd end = WalReader.read(host.directory(), 0, new LogEntry.Collector());
    return Wal.open(host, host.directory(), options, end.next(), metrics);
  }

  static List<LogEntry> read(RecordingHost host, long from) {
    LogEntry.Collector collector = new LogEntry.Collector();
    WalReader.read(host.directory(), from, collector);
    return collector.entries;
  }

  static WalEnd end(RecordingHost host) {
    return WalReader.read(host.directory(), 0, new LogEntry.Collector());
  }

  static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Appends a record of any kind with a body of at most about {@code most} bytes. */
  static LogEntry appendAny(Wal wal, Random random, long xid, int most) {
    switch (random.nextInt(10)) {
      case 0 -> {
        byte[] key = bytes(random, 1 + random.nextInt(40));
        return LogEntry.delete(wal.appendDelete(xid, key), xid, key);
      }
      case 1, 2 -> {
        long[] subxids = random.longs(random.nextInt(20), 0, Long.MAX_VALUE).toArray();
        long wall = random.nextLong();
        long lsn = wal.appendCommit(xid, subxids, subxids.length, wall);
        return LogEntry.commit(lsn, xid, subxids, wall);
      }
      case 3 -> {
        long[] subxids = random.longs(random.nextInt(3), 0, Long.MAX_VALUE).toArray();
        long lsn = wal.appendAbort(xid, subxids, subxids.length);
        return LogEntry.abort(lsn, xid, subxids);
      }
      case 4 -> {
        return LogEntry.xidLimit(wal.appendXidLimit(xid), xid);
      }
      case 5 -> {
        byte[] payload = bytes(random, random.nextInt(most));
        return LogEntry.checkpoint(wal.appendCheckpoint(payload), payload);
      }
      default -> {
        byte[] key = bytes(random, 1 + random.nextInt(100));
        byte[] value = bytes(random, random.nextInt(most));
        return LogEntry.put(wal.appendPut(xid, key, value), xid, key, value);
      }
    }
  }
}
