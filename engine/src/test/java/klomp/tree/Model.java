package klomp.tree;

import java.util.Arrays;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a tree should hold, the simple way: every version ever added. */
final class Model {

  @SuppressWarnings("ArrayRecordComponent")
  record Entry(long xid, byte[] value) {}

  private final Ledger ledger;
  final NavigableMap<byte[], NavigableMap<Long, Entry>> keys =
      new TreeMap<>(Arrays::compareUnsigned);

  Model(Ledger ledger) {
    this.ledger = ledger;
  }

  void add(byte[] key, long stamp, long xid, byte[] value) {
    keys.computeIfAbsent(key, k -> new TreeMap<>(Comparator.reverseOrder()))
        .put(stamp, new Entry(xid, value));
  }

  /** What a snapshot sees; null for nothing. */
  byte[] read(byte[] key, long snapshot) {
    NavigableMap<Long, Entry> versions = keys.get(key);
    if (versions != null) {
      for (Entry entry : versions.values()) {
        if (entry.xid() <= snapshot && !ledger.aborted.contains(entry.xid())) {
          return entry.value();
        }
      }
    }
    return null;
  }

  NavigableMap<byte[], byte[]> range(byte[] from, byte[] to, boolean reverse, long snapshot) {
    NavigableMap<byte[], byte[]> seen = new TreeMap<>(Arrays::compareUnsigned);
    for (byte[] key : keys.keySet()) {
      boolean inside =
          (from == null || Arrays.compareUnsigned(key, from) >= 0)
              && (to == null || Arrays.compareUnsigned(key, to) < 0);
      byte[] value = inside ? read(key, snapshot) : null;
      if (value != null) {
        seen.put(key, value);
      }
    }
    return reverse ? seen.descendingMap() : seen;
  }
}
