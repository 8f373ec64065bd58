package klomp.peers;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.compare.Conditions;
import klomp.bench.compare.Engine;
import klomp.bench.compare.Note;
import klomp.bench.compare.OpenEngine;
import klomp.bench.compare.Session;
import klomp.bench.compare.Workload;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/** LMDB: one writer at a time, readers on snapshots in a memory-mapped file. */
public final class LmdbEngine implements Engine {

  private static final long MAP_BYTES = 64L << 30;

  @Override
  public String name() {
    return "lmdb";
  }

  @Override
  public String version() {
    return Versions.of("lmdb");
  }

  @Override
  public List<String> flags() {
    return List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "-Dlmdbjava.disable.checks=true");
  }

  private static List<EnvFlags> environmentFlags(Conditions conditions) {
    List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NOTLS, EnvFlags.MDB_NOMEMINIT));
    if (!conditions.sync()) {
      flags.add(EnvFlags.MDB_NOSYNC);
    }
    return flags;
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("flags", environmentFlags(conditions).toString());
    settings.put("cache", "the system's page cache, which has no limit");
    settings.put("readers", "a transaction a thread, reset and renewed; its cursor is renewed too");
    settings.put(
        "durability",
        conditions.sync()
            ? "each commit syncs"
            : "mdb_env_sync every " + conditions.asyncWindow().toMillis() + " ms");
    settings.put("binding", "checks off, PROXY_OPTIMAL (Unsafe)");
    return settings;
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.in(
            "one writer at a time; async: a crash of the machine may damage the file",
            Workload.A,
            Workload.B,
            Workload.E,
            Workload.F,
            Workload.W),
        Note.in(
            "one writer at a time, also to read for update; savepoints are nested transactions",
            Workload.S));
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    Env<ByteBuffer> env =
        Env.create(ByteBufferProxy.PROXY_OPTIMAL)
            .setMapSize(MAP_BYTES)
            .setMaxDbs(1)
            .setMaxReaders(conditions.threads() + 16)
            .open(directory.toFile(), environmentFlags(conditions).toArray(new EnvFlags[0]));
    Dbi<ByteBuffer> dbi = env.openDbi("data", DbiFlags.MDB_CREATE);
    Every sync =
        conditions.sync() ? null : Every.start(conditions.asyncWindow(), () -> env.sync(true));
    return new OpenEngine() {
      @Override
      public Session session() {
        return new LmdbSession(env, dbi);
      }

      @Override
      public void close() {
        if (sync != null) {
          sync.close();
          env.sync(true);
        }
        env.close();
      }
    };
  }

  private static final class LmdbSession implements Session {
    private static final int KEY_LIMIT = 512;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> dbi;
    private final ByteBuffer keyBuffer = ByteBuffer.allocateDirect(KEY_LIMIT);
    private ByteBuffer valueBuffer = ByteBuffer.allocateDirect(1 << 10);
    private final Txn<ByteBuffer> reader;
    private final Cursor<ByteBuffer> cursor;

    /** The transaction and those nested in it, the innermost last. */
    private final List<Txn<ByteBuffer>> writers = new ArrayList<>();

    LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi) {
      this.env = env;
      this.dbi = dbi;
      reader = env.txnRead();
      cursor = dbi.openCursor(reader);
      reader.reset();
    }

    private ByteBuffer key(byte[] key) {
      keyBuffer.clear();
      return keyBuffer.put(key).flip();
    }

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    }

    private static byte[] bytesOrNull(ByteBuffer buffer) {
      return buffer == null ? null : bytes(buffer);
    }

    private Txn<ByteBuffer> writer() {
      return writers.get(writers.size() - 1);
    }

    @Override
    public byte[] read(byte[] key) {
      reader.renew();
      try {
        return bytesOrNull(dbi.get(reader, key(key)));
      } finally {
        reader.reset();
      }
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      reader.renew();
      try {
        cursor.renew(reader);
        boolean there = cursor.get(key(from), GetOp.MDB_SET_RANGE);
        for (int i = 0; i < limit && there; i++) {
          visitor.entry(bytes(cursor.key()), bytes(cursor.val()));
          there = cursor.next();
        }
      } finally {
        reader.reset();
      }
    }

    @Override
    public void begin() {
      writers.add(env.txnWrite());
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      return bytesOrNull(dbi.get(writer(), key(key)));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      if (valueBuffer.capacity() < value.length) {
        valueBuffer = ByteBuffer.allocateDirect(value.length);
      }
      valueBuffer.clear();
      dbi.put(writer(), key(key), valueBuffer.put(value).flip());
    }

    @Override
    public void savepoint() {
      writers.add(env.txn(writer()));
    }

    @Override
    public void commit() {
      while (!writers.isEmpty()) {
        try (Txn<ByteBuffer> innermost = writers.remove(writers.size() - 1)) {
          innermost.commit();
        }
      }
    }

    @Override
    public void abort() {
      while (!writers.isEmpty()) {
        writers.remove(writers.size() - 1).close();
      }
    }

    @Override
    public void close() {
      abort();
      reader.renew();
      cursor.close();
      reader.close();
    }
  }
}
