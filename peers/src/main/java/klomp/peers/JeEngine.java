package klomp.peers;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.CursorConfig;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import com.sleepycat.je.TransactionConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import klomp.bench.compare.Conditions;
import klomp.bench.compare.Engine;
import klomp.bench.compare.Note;
import klomp.bench.compare.OpenEngine;
import klomp.bench.compare.RetryException;
import klomp.bench.compare.Session;
import klomp.bench.compare.Workload;

/** Berkeley DB Java Edition: record locks, no versions. */
public final class JeEngine implements Engine {

  private static final int LOCK_TABLES = 17;
  private static final int LOG_FILE_BYTES = 128 << 20;
  private static final long CHECKPOINT_BYTES = 256 << 20;

  @Override
  public String name() {
    return "je";
  }

  @Override
  public String version() {
    return Versions.of("je");
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("isolation", "read committed: record locks, no versions");
    settings.put("single reads and writes", "Database.get and put without a transaction object");
    settings.put("cache", conditions.cacheBytes() + " bytes in the heap");
    settings.put(
        "durability",
        conditions.sync()
            ? "COMMIT_SYNC"
            : "COMMIT_NO_SYNC, flushLog(sync) every "
                + conditions.asyncWindow().toMillis()
                + " ms");
    settings.put("log files", LOG_FILE_BYTES + " bytes");
    settings.put("checkpoint", "after " + CHECKPOINT_BYTES + " bytes of log");
    settings.put("lock tables", Integer.toString(LOCK_TABLES));
    return settings;
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.in("no snapshots: a scan sees each record as it is when it gets there", Workload.E),
        Note.in("no savepoints: the locks alone", Workload.S));
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    EnvironmentConfig config = new EnvironmentConfig();
    config.setAllowCreate(true);
    config.setTransactional(true);
    config.setCacheSize(conditions.cacheBytes());
    config.setDurability(conditions.sync() ? Durability.COMMIT_SYNC : Durability.COMMIT_NO_SYNC);
    config.setLockTimeout(5, TimeUnit.SECONDS);
    config.setConfigParam(EnvironmentConfig.LOCK_N_LOCK_TABLES, Integer.toString(LOCK_TABLES));
    config.setConfigParam(EnvironmentConfig.LOG_FILE_MAX, Integer.toString(LOG_FILE_BYTES));
    config.setConfigParam(
        EnvironmentConfig.CHECKPOINTER_BYTES_INTERVAL, Long.toString(CHECKPOINT_BYTES));
    Environment environment = new Environment(directory.toFile(), config);
    Database database =
        environment.openDatabase(
            null, "data", new DatabaseConfig().setAllowCreate(true).setTransactional(true));
    Every sync =
        conditions.sync()
            ? null
            : Every.start(conditions.asyncWindow(), () -> environment.flushLog(true));
    return new OpenEngine() {
      @Override
      public Session session() {
        return new JeSession(environment, database);
      }

      @Override
      public void close() {
        if (sync != null) {
          sync.close();
          environment.flushLog(true);
        }
        database.close();
        environment.close();
      }
    };
  }

  private static final class JeSession implements Session {
    private static final TransactionConfig READ_COMMITTED =
        new TransactionConfig().setReadCommitted(true);

    private final Environment environment;
    private final Database database;
    private Transaction transaction;

    JeSession(Environment environment, Database database) {
      this.environment = environment;
      this.database = database;
    }

    private byte[] get(Transaction in, byte[] key, LockMode mode) {
      DatabaseEntry value = new DatabaseEntry();
      try {
        return database.get(in, new DatabaseEntry(key), value, mode) == OperationStatus.SUCCESS
            ? value.getData()
            : null;
      } catch (LockConflictException e) {
        throw new RetryException(e);
      }
    }

    private void put(Transaction in, byte[] key, byte[] value) {
      try {
        database.put(in, new DatabaseEntry(key), new DatabaseEntry(value));
      } catch (LockConflictException e) {
        throw new RetryException(e);
      }
    }

    @Override
    public byte[] read(byte[] key) {
      return get(null, key, LockMode.DEFAULT);
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      DatabaseEntry key = new DatabaseEntry(from);
      DatabaseEntry value = new DatabaseEntry();
      try (Cursor cursor = database.openCursor(null, CursorConfig.READ_COMMITTED)) {
        OperationStatus status = cursor.getSearchKeyRange(key, value, LockMode.DEFAULT);
        for (int i = 0; i < limit && status == OperationStatus.SUCCESS; i++) {
          visitor.entry(key.getData(), value.getData());
          if (i + 1 < limit) {
            status = cursor.getNext(key, value, LockMode.DEFAULT);
          }
        }
      } catch (LockConflictException e) {
        throw new RetryException(e);
      }
    }

    @Override
    public void write(byte[] key, byte[] value) {
      put(null, key, value);
    }

    @Override
    public void begin() {
      transaction = environment.beginTransaction(null, READ_COMMITTED);
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      return get(transaction, key, LockMode.RMW);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      put(transaction, key, value);
    }

    @Override
    public void savepoint() {
      // JE has none.
    }

    @Override
    public void commit() {
      transaction.commit();
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
