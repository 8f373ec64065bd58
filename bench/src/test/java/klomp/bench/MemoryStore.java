package klomp.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import klomp.api.AsyncTransaction;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.InvalidRequestException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;

/**
 * The least that is a store: a sorted map under one lock. A commit fails with a conflict if a key
 * that the transaction wrote or locked was changed by another one after it first did so.
 */
public final class MemoryStore implements Store {

  private record Version(byte[] value, long stamp) {}

  private final NavigableMap<byte[], Version> entries = new TreeMap<>(Arrays::compareUnsigned);
  private long stamp;
  private long commits;

  @Override
  public Transaction begin(TransactionOptions options) {
    return new MemoryTransaction(options);
  }

  @Override
  public TransactionStatus status(long xid) {
    throw new InvalidRequestException("no transaction has a number here");
  }

  @Override
  public void checkpoint() {}

  @Override
  public void vacuum() {}

  @Override
  public synchronized Statistics statistics() {
    return Statistics.of(Map.of("clog.sets", commits, "other", 7L));
  }

  @Override
  public void close() {}

  private synchronized Version version(byte[] key) {
    return entries.get(key);
  }

  private synchronized NavigableMap<byte[], byte[]> values() {
    NavigableMap<byte[], byte[]> values = new TreeMap<>(Arrays::compareUnsigned);
    entries.forEach((key, version) -> values.put(key, version.value()));
    return values;
  }

  private synchronized void commit(Map<byte[], Long> seen, NavigableMap<byte[], byte[]> written) {
    seen.forEach(
        (key, stampSeen) -> {
          if (stampOf(entries.get(key)) != stampSeen) {
            throw new ConflictException("changed meanwhile");
          }
        });
    stamp++;
    commits++;
    written.forEach(
        (key, value) -> {
          if (value == null) {
            entries.remove(key);
          } else {
            entries.put(key, new Version(value, stamp));
          }
        });
  }

  private static long stampOf(Version version) {
    return version == null ? 0 : version.stamp();
  }

  private record Mark(String name, NavigableMap<byte[], byte[]> written) implements Savepoint {}

  private final class MemoryTransaction implements Transaction {
    private final TransactionOptions options;
    private final Map<byte[], Long> seen = new TreeMap<>(Arrays::compareUnsigned);
    private NavigableMap<byte[], byte[]> written = new TreeMap<>(Arrays::compareUnsigned);
    private TransactionState state = TransactionState.ACTIVE;

    MemoryTransaction(TransactionOptions options) {
      this.options = options;
    }

    @Override
    public TransactionOptions options() {
      return options;
    }

    @Override
    public TransactionState state() {
      return state;
    }

    @Override
    public long xid() {
      return 0;
    }

    @Override
    public byte[] get(byte[] key) {
      if (written.containsKey(key)) {
        return written.get(key);
      }
      Version version = version(key);
      return version == null ? null : version.value().clone();
    }

    @Override
    public List<byte[]> multiGet(List<byte[]> keys) {
      return keys.stream().map(this::get).toList();
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      seen.putIfAbsent(key.clone(), stampOf(version(key)));
      return get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      seen.putIfAbsent(key.clone(), stampOf(version(key)));
      written.put(key.clone(), value.clone());
    }

    @Override
    public boolean delete(byte[] key) {
      boolean there = getForUpdate(key) != null;
      written.put(key.clone(), null);
      return there;
    }

    @Override
    public Cursor scan(Scan scan) {
      NavigableMap<byte[], byte[]> view = values();
      view.putAll(written);
      List<Map.Entry<byte[], byte[]>> found = new ArrayList<>();
      for (Map.Entry<byte[], byte[]> entry : view.entrySet()) {
        boolean inside =
            (scan.from() == null || Arrays.compareUnsigned(entry.getKey(), scan.from()) >= 0)
                && (scan.to() == null || Arrays.compareUnsigned(entry.getKey(), scan.to()) < 0);
        if (inside && entry.getValue() != null && found.size() < scan.limit()) {
          found.add(entry);
        }
      }
      return new ListCursor(found);
    }

    @Override
    public Savepoint savepoint(String name) {
      return new Mark(name, new TreeMap<>(written));
    }

    @Override
    public void rollbackTo(Savepoint savepoint) {
      written = new TreeMap<>(((Mark) savepoint).written());
    }

    @Override
    public void release(Savepoint savepoint) {}

    @Override
    public void commit() {
      MemoryStore.this.commit(seen, written);
      state = TransactionState.COMMITTED;
    }

    @Override
    public CompletableFuture<Void> commitAsync() {
      commit();
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void abort() {
      if (state != TransactionState.COMMITTED) {
        state = TransactionState.ABORTED;
      }
    }

    @Override
    public AsyncTransaction async() {
      throw new UnsupportedOperationException("the bench does not use it");
    }
  }

  private static final class ListCursor implements Cursor {
    private final List<Map.Entry<byte[], byte[]>> entries;
    private int position = -1;

    ListCursor(List<Map.Entry<byte[], byte[]>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      position++;
      return position < entries.size();
    }

    @Override
    public byte[] key() {
      return entries.get(position).getKey().clone();
    }

    @Override
    public byte[] value() {
      return entries.get(position).getValue().clone();
    }

    @Override
    public void close() {}
  }
}
