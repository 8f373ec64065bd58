package klomp.peers;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.EnvironmentConfig;
import jetbrains.exodus.env.EnvironmentImpl;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;
import jetbrains.exodus.env.Transaction;
import klomp.bench.compare.Conditions;
import klomp.bench.compare.Engine;
import klomp.bench.compare.Note;
import klomp.bench.compare.OpenEngine;
import klomp.bench.compare.RetryException;
import klomp.bench.compare.Session;
import klomp.bench.compare.Workload;

/** Xodus: an append-only log of trees, readers on snapshots, one writer at a time. */
public final class XodusEngine implements Engine {

  private static final String STORE = "data";
  private static final int LOG_FILE_KIBIBYTES = 32 << 10;

  @Override
  public String name() {
    return "xodus";
  }

  @Override
  public String version() {
    return Versions.of("xodus");
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("transactions", "read-only ones on snapshots; exclusive ones to write");
    settings.put("cache", conditions.cacheBytes() + " bytes of log cache in the heap");
    settings.put("store", "without duplicates, with prefixing (Patricia tree)");
    settings.put(
        "durability",
        conditions.sync()
            ? "logDurableWrite"
            : "flushAndSync every " + conditions.asyncWindow().toMillis() + " ms");
    settings.put("log files", LOG_FILE_KIBIBYTES + " KiB");
    return settings;
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.in("one writer at a time", Workload.A, Workload.B, Workload.E, Workload.F, Workload.W),
        Note.in("one writer at a time, also to read for update; no savepoints", Workload.S));
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    EnvironmentConfig config =
        new EnvironmentConfig()
            .setMemoryUsage(conditions.cacheBytes())
            .setLogCacheShared(false)
            .setLogDurableWrite(conditions.sync())
            .setLogFileSize(LOG_FILE_KIBIBYTES)
            .setManagementEnabled(false)
            .setEnvGatherStatistics(false)
            .setEnvCloseForcedly(true);
    Environment environment = Environments.newInstance(directory.toFile(), config);
    Store store =
        environment.computeInTransaction(
            transaction ->
                environment.openStore(
                    STORE, StoreConfig.WITHOUT_DUPLICATES_WITH_PREFIXING, transaction));
    Every sync =
        conditions.sync()
            ? null
            : Every.start(
                conditions.asyncWindow(), () -> ((EnvironmentImpl) environment).flushAndSync());
    return new OpenEngine() {
      @Override
      public Session session() {
        return new XodusSession(environment, store);
      }

      @Override
      public void close() {
        if (sync != null) {
          sync.close();
        }
        environment.close();
      }
    };
  }

  private static final class XodusSession implements Session {
    private final Environment environment;
    private final Store store;
    private Transaction transaction;

    XodusSession(Environment environment, Store store) {
      this.environment = environment;
      this.store = store;
    }

    private static byte[] bytes(ByteIterable from) {
      return from == null ? null : Arrays.copyOf(from.getBytesUnsafe(), from.getLength());
    }

    @Override
    public byte[] read(byte[] key) {
      Transaction reader = environment.beginReadonlyTransaction();
      try {
        return bytes(store.get(reader, new ArrayByteIterable(key)));
      } finally {
        reader.abort();
      }
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      Transaction reader = environment.beginReadonlyTransaction();
      try (Cursor cursor = store.openCursor(reader)) {
        boolean there = cursor.getSearchKeyRange(new ArrayByteIterable(from)) != null;
        for (int i = 0; i < limit && there; i++) {
          visitor.entry(bytes(cursor.getKey()), bytes(cursor.getValue()));
          there = i + 1 < limit && cursor.getNext();
        }
      } finally {
        reader.abort();
      }
    }

    @Override
    public void begin() {
      transaction = environment.beginExclusiveTransaction();
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      return bytes(store.get(transaction, new ArrayByteIterable(key)));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      store.put(transaction, new ArrayByteIterable(key), new ArrayByteIterable(value));
    }

    @Override
    public void savepoint() {
      // Xodus has none.
    }

    @Override
    public void commit() {
      if (!transaction.commit()) {
        throw new RetryException(null);
      }
      transaction = null;
    }

    @Override
    public void abort() {
      if (transaction != null) {
        transaction.abort();
        transaction = null;
      }
    }

    @Override
    public void close() {
      abort();
    }
  }
}
