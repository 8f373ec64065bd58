package klomp.bench.compare;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A map of the JDK, for scale: no store, no transactions, nothing on disk. What was read for update
 * is replaced only if nobody else has replaced it.
 */
final class SkipListEngine implements Engine {

  @Override
  public String name() {
    return "skiplist";
  }

  @Override
  public String version() {
    return "java.util.concurrent.ConcurrentSkipListMap";
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    return new TreeMap<>();
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.always("for scale, not a store: a map in memory without transactions and durability"));
  }

  @Override
  public boolean isPersistent() {
    return false;
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    ConcurrentNavigableMap<byte[], byte[]> map =
        new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    return new OpenEngine() {
      @Override
      public Session session() {
        return new MapSession(map);
      }

      @Override
      public void close() {}
    };
  }

  private static final class MapSession implements Session {
    private final ConcurrentNavigableMap<byte[], byte[]> map;
    private byte[] readForUpdate;

    MapSession(ConcurrentNavigableMap<byte[], byte[]> map) {
      this.map = map;
    }

    @Override
    public byte[] read(byte[] key) {
      return map.get(key);
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      int count = 0;
      for (Map.Entry<byte[], byte[]> entry : map.tailMap(from).entrySet()) {
        if (count++ == limit) {
          return;
        }
        visitor.entry(entry.getKey(), entry.getValue());
      }
    }

    @Override
    public void begin() {
      readForUpdate = null;
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      readForUpdate = map.get(key);
      return readForUpdate;
    }

    @Override
    public void put(byte[] key, byte[] value) {
      if (readForUpdate == null) {
        map.put(key, value);
      } else if (!map.replace(key, readForUpdate, value)) {
        throw new RetryException(null);
      }
    }

    @Override
    public void savepoint() {}

    @Override
    public void commit() {}

    @Override
    public void abort() {}

    @Override
    public void close() {}
  }
}
