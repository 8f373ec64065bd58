package klomp.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.compare.Conditions;
import klomp.bench.compare.Engine;
import klomp.bench.compare.Note;
import klomp.bench.compare.OpenEngine;
import klomp.bench.compare.RetryException;
import klomp.bench.compare.Session;
import klomp.bench.compare.Workload;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.Transaction;
import org.h2.mvstore.tx.TransactionMap;
import org.h2.mvstore.tx.TransactionStore;
import org.h2.mvstore.type.ByteArrayDataType;

/** H2's MVStore under its TransactionStore. */
public final class H2Engine implements Engine {

  private static final String FILE = "data.mv.db";
  private static final String MAP = "data";

  @Override
  public String name() {
    return "h2-mvstore";
  }

  @Override
  public String version() {
    return Versions.of("h2");
  }

  @Override
  public SortedMap<String, String> settings(Conditions conditions) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(
        "transactions", "TransactionStore, read committed; a transaction reads one moment");
    settings.put("cache", (conditions.cacheBytes() >> 20) + " MiB in the heap");
    settings.put(
        "durability",
        conditions.sync()
            ? "MVStore.commit and sync, one for all who wait at the same time"
            : "MVStore.commit and sync every " + conditions.asyncWindow().toMillis() + " ms");
    settings.put("after the load", "closed with compaction");
    return settings;
  }

  @Override
  public List<Note> notes() {
    return List.of(
        Note.in(
            "read committed, so a key may have changed before it is locked",
            Workload.F,
            Workload.S));
  }

  @Override
  public OpenEngine open(Path directory, Conditions conditions) {
    return new Opened(directory, conditions);
  }

  private static final class Opened implements OpenEngine {
    private final MVStore store;
    private final TransactionStore transactions;
    private final TransactionMap<byte[], byte[]> map;
    private final boolean load;
    private final GroupSync groups;
    private final Every sync;

    Opened(Path directory, Conditions conditions) {
      load = conditions.isLoad();
      store =
          new MVStore.Builder()
              .fileName(directory.resolve(FILE).toString())
              .cacheSize((int) (conditions.cacheBytes() >> 20))
              .cacheConcurrency(16)
              .open();
      store.setAutoCommitDelay((int) conditions.asyncWindow().toMillis());
      transactions = new TransactionStore(store);
      transactions.init();
      transactions.endLeftoverTransactions();
      Transaction first = transactions.begin();
      map = first.openMap(MAP, ByteArrayDataType.INSTANCE, ByteArrayDataType.INSTANCE);
      first.commit();
      groups = conditions.sync() ? new GroupSync(this::sync) : null;
      sync = conditions.sync() ? null : Every.start(conditions.asyncWindow(), this::sync);
    }

    private void sync() {
      store.commit();
      store.sync();
    }

    @Override
    public Session session() {
      return new H2Session(transactions, map, groups);
    }

    @Override
    public void close() {
      if (sync != null) {
        sync.close();
      }
      transactions.close();
      if (load) {
        store.close(-1);
      } else {
        sync();
        store.close();
      }
    }
  }

  private static final class H2Session implements Session {
    private final TransactionStore transactions;
    private final TransactionMap<byte[], byte[]> map;
    private final GroupSync groups;
    private Transaction transaction;
    private TransactionMap<byte[], byte[]> view;

    H2Session(TransactionStore transactions, TransactionMap<byte[], byte[]> map, GroupSync groups) {
      this.transactions = transactions;
      this.map = map;
      this.groups = groups;
    }

    @Override
    public byte[] read(byte[] key) {
      begin();
      byte[] value = view.get(key);
      end();
      return value;
    }

    @Override
    public void scan(byte[] from, int limit, Visitor visitor) {
      begin();
      var entries = view.entryIterator(from, null);
      for (int i = 0; i < limit; i++) {
        Map.Entry<byte[], byte[]> entry = entries.fetchNext();
        if (entry == null) {
          break;
        }
        visitor.entry(entry.getKey(), entry.getValue());
      }
      end();
    }

    /** A transaction without changes leaves nothing behind: there is nothing to sync. */
    private void end() {
      transaction.commit();
      transaction = null;
    }

    @Override
    public void begin() {
      transaction = transactions.begin();
      view = map.getInstance(transaction);
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      try {
        return view.lock(key);
      } catch (MVStoreException e) {
        throw retry(e);
      }
    }

    @Override
    public void put(byte[] key, byte[] value) {
      try {
        view.put(key, value);
      } catch (MVStoreException e) {
        throw retry(e);
      }
    }

    @Override
    public void savepoint() {
      transaction.setSavepoint();
    }

    @Override
    public void commit() throws InterruptedException {
      end();
      if (groups != null) {
        groups.await();
      }
    }

    @Override
    public void finish() {
      end();
    }

    @Override
    public void abort() {
      if (transaction != null) {
        transaction.rollback();
        transaction = null;
      }
    }

    @Override
    public void close() {
      abort();
    }

    private static RuntimeException retry(MVStoreException e) {
      int code = e.getErrorCode();
      return code == DataUtils.ERROR_TRANSACTION_LOCKED
              || code == DataUtils.ERROR_TRANSACTIONS_DEADLOCK
          ? new RetryException(e)
          : e;
    }
  }
}
