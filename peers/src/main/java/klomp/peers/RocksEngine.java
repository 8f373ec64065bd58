package klomp.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.compare.Conditions;
import klomp.bench.compare.Engine;
import klomp.bench.compare.Note;
import klomp.bench.compare.OpenEngine;
import klomp.bench.compare.RetryException;
import klomp.bench.compare.Session;
import klomp.bench.compare.Workload;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.RocksObject;
import org.rocksdb.Status;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.TransactionOptions;
import org.rocksdb.WriteOptions;

/** RocksDB with its pessimistic transactions, or its optimistic ones. */
public class RocksEngine implements Engine {

  private static final int MEMTABLE_BYTES = 128 << 20;
  private static final int MEMTABLES = 3;

  private final boolean optimistic;

  /** With pessimistic transactions. */
  public RocksEngine() {
    this(false);
  }

  RocksEngine(boolean optimistic) {
    this.optimistic = optimistic;
  }

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String version() {
    return Versions.of("rocksdb");
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(
        "transactions",
        (optimistic ? "OptimisticTransactionDB" : "TransactionDB, write committed")
            + ", snapshot at begin, objects used again");
    settings.put("single reads and writes", "DB.get, DB.newIterator, DB.put: one transaction each");
    settings.put("cache", conditions.cacheBytes() + " bytes of LRU block cache");
    settings.put("tables", "bloom filter of 10 bits, hash index in data blocks, no compression");
    settings.put("memtables", MEMTABLES + " of " + MEMTABLE_BYTES + " bytes, beside the cache");
    settings.put(
        "durability",
        conditions.sync()
            ? "WriteOptions.sync"
            : "manual WAL flush, flushWal(sync) every "
                + conditions.asyncWindow().toMillis()
                + " ms");
    settings.put("after the load", "flush and full compaction");
    return settings;
  }

  @Override
  public List<Note> notes() {
    return optimistic
        ? List.of(Note.in("conflicts are found at commit, nobody waits", Workload.F, Workload.S))
        : List.of();
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) throws RocksDBException {
    return new Opened(directory, conditions, optimistic);
  }

  private static final class Opened implements OpenEngine {
    private final LRUCache cache;
    private final Options options;
    private final RocksDB db;
    private final Begin begin;
    private final WriteOptions writeOptions;
    private final ReadOptions readOptions;
    private final Every sync;

    /** Begins a transaction in an old one's place, or, of null, a new one. */
    @FunctionalInterface
    private interface Begin {
      Transaction again(Transaction old);
    }

    Opened(Path directory, Conditions conditions, boolean optimistic) throws RocksDBException {
      RocksDB.loadLibrary();
      cache = new LRUCache(conditions.cacheBytes());
      options = options(conditions);
      readOptions = new ReadOptions();
      writeOptions = new WriteOptions().setSync(conditions.sync());
      if (optimistic) {
        OptimisticTransactionDB opened =
            OptimisticTransactionDB.open(options, directory.toString());
        OptimisticTransactionOptions transactions =
            new OptimisticTransactionOptions().setSetSnapshot(true);
        db = opened;
        begin = old -> begin(opened, transactions, old);
      } else {
        TransactionDB opened =
            TransactionDB.open(options, new TransactionDBOptions(), directory.toString());
        TransactionOptions transactions =
            new TransactionOptions().setSetSnapshot(true).setLockTimeout(5000);
        db = opened;
        begin = old -> begin(opened, transactions, old);
      }
      sync =
          conditions.sync() ? null : Every.start(conditions.asyncWindow(), () -> db.flushWal(true));
    }

    private Transaction begin(
        OptimisticTransactionDB opened, OptimisticTransactionOptions how, Transaction old) {
      return old == null
          ? opened.beginTransaction(writeOptions, how)
          : opened.beginTransaction(writeOptions, how, old);
    }

    private Transaction begin(TransactionDB opened, TransactionOptions how, Transaction old) {
      return old == null
          ? opened.beginTransaction(writeOptions, how)
          : opened.beginTransaction(writeOptions, how, old);
    }

    private Options options(Conditions conditions) {
      return new Options()
          .setCreateIfMissing(true)
          .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
          .setStatsDumpPeriodSec(0)
          .setIncreaseParallelism(Runtime.getRuntime().availableProcessors())
          .setWriteBufferSize(MEMTABLE_BYTES)
          .setMaxWriteBufferNumber(MEMTABLES)
          .setCompressionType(CompressionType.NO_COMPRESSION)
          .setManualWalFlush(!conditions.sync())
          .setTableFormatConfig(
              new BlockBasedTableConfig()
                  .setBlockCache(cache)
                  .setFilterPolicy(new BloomFilter(10))
                  .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
                  .setDataBlockHashTableUtilRatio(0.75));
    }

    @Override
    public Session session() {
      return new RocksSession(db, begin, readOptions, writeOptions);
    }

    @Override
    public void settle() throws RocksDBException {
      db.compactRange();
    }

    @Override
    public void close() {
      try {
        if (sync != null) {
          sync.close();
          db.flushWal(true);
        }
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      } finally {
        List.<RocksObject>of(db, options, writeOptions, readOptions, cache)
            .forEach(RocksObject::close);
      }
    }
  }

  private static final class RocksSession implements Session {
    private final RocksDB db;
    private final Opened.Begin begin;
    private final ReadOptions readOptions;
    private final WriteOptions writeOptions;
    private Transaction transaction;
    private boolean active;

    RocksSession(
        RocksDB db, Opened.Begin begin, ReadOptions readOptions, WriteOptions writeOptions) {
      this.db = db;
      this.begin = begin;
      this.readOptions = readOptions;
      this.writeOptions = writeOptions;
    }

    @Override
    public byte[] read(byte[] key) throws RocksDBException {
      return db.get(readOptions, key);
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) throws RocksDBException {
      try (RocksIterator iterator = db.newIterator(readOptions)) {
        iterator.seek(from);
        for (int i = 0; i < limit && iterator.isValid(); i++) {
          visitor.entry(iterator.key(), iterator.value());
          iterator.next();
        }
        iterator.status();
      }
    }

    @Override
    public void write(byte[] key, byte[] value) throws RocksDBException {
      try {
        db.put(writeOptions, key, value);
      } catch (RocksDBException e) {
        throw retry(e);
      }
    }

    @Override
    public void begin() {
      transaction = begin.again(transaction);
      active = true;
    }

    @Override
    public byte[] getForUpdate(byte[] key) throws RocksDBException {
      try {
        return transaction.getForUpdate(readOptions, key, true);
      } catch (RocksDBException e) {
        throw retry(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) throws RocksDBException {
      try {
        transaction.put(key, value);
      } catch (RocksDBException e) {
        throw retry(e);
      }
    }

    @Override
    public void savepoint() throws RocksDBException {
      transaction.setSavePoint();
    }

    @Override
    public void commit() throws RocksDBException {
      try {
        transaction.commit();
        active = false;
      } catch (RocksDBException e) {
        throw retry(e);
      }
    }

    @Override
    public void abort() throws RocksDBException {
      if (active) {
        active = false;
        transaction.rollback();
      }
    }

    @Override
    public void close() {
      if (transaction != null) {
        transaction.close();
      }
    }

    private static RuntimeException retry(RocksDBException e) throws RocksDBException {
      Status.Code code = e.getStatus() == null ? null : e.getStatus().getCode();
      if (code == Status.Code.Busy
          || code == Status.Code.TimedOut
          || code == Status.Code.TryAgain
          || code == Status.Code.Aborted) {
        return new RetryException(e);
      }
      throw e;
    }
  }

  /** RocksDB with its optimistic transactions. */
  public static final class Optimistic extends RocksEngine {
    /** Found by the service loader. */
    public Optimistic() {
      super(true);
    }

    @Override
    public String name() {
      return "rocksdb-optimistic";
    }
  }
}
