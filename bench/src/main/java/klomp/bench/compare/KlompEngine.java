package klomp.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.Klomp;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.RetryableException;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.report.Origin;

/** Klomp, embedded, as it comes but for cache, durability and the window. */
final class KlompEngine implements Engine {

  @Override
  public String name() {
    return "klomp";
  }

  @Override
  public String version() {
    return "Klomp " + Origin.current().version();
  }

  private static StoreOptions options(Conditions conditions) {
    return StoreOptions.DEFAULT
        .withDurability(conditions.sync() ? Durability.SYNC : Durability.ASYNC)
        .withAsyncWindow(conditions.asyncWindow())
        .withCacheBytes(conditions.cacheBytes());
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    StoreOptions options = options(conditions);
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("isolation", options.isolation() + ", reads in read-only transactions");
    settings.put("cache", options.tuning().cacheBytes() + " bytes, outside the heap");
    settings.put("durability", options.durability() + ", window " + options.asyncWindow());
    settings.put("commit log", options.tuning().clogStrategy().label());
    settings.put("checkpoint", "after " + options.tuning().checkpointWalBytes() + " bytes of log");
    return settings;
  }

  @Override
  public List<Note> notes() {
    return List.of();
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    Store store = Klomp.open(directory, options(conditions));
    return new OpenEngine() {
      @Override
      public Session session() {
        return new KlompSession(store);
      }

      @Override
      public void close() {
        store.close();
      }
    };
  }

  private static final class KlompSession implements Session {
    private final Store store;
    private Transaction transaction;

    KlompSession(Store store) {
      this.store = store;
    }

    @Override
    public byte[] read(byte[] key) {
      try (Transaction reader = store.begin(TransactionOptions.READ_ONLY)) {
        return reader.get(key);
      }
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      try (Transaction reader = store.begin(TransactionOptions.READ_ONLY);
          Cursor cursor = reader.scan(Scan.range(from, null).withLimit(limit))) {
        while (cursor.next()) {
          visitor.entry(cursor.key(), cursor.value());
        }
      }
    }

    @Override
    public void begin() {
      transaction = store.begin();
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      try {
        return transaction.getForUpdate(key);
      } catch (RetryableException e) {
        throw new RetryException(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        transaction.put(key, value);
      } catch (RetryableException e) {
        throw new RetryException(e);
      }
    }

    @Override
    public void savepoint() {
      transaction.savepoint("s");
    }

    @Override
    public void commit() {
      try {
        transaction.commit();
      } catch (RetryableException e) {
        throw new RetryException(e);
      }
      transaction = null;
    }

    @Override
    public void finish() {
      commit();
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
