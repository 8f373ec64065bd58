package klomp.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import klomp.api.AsyncTransaction;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.Entry;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.Limits;
import klomp.api.LockTimeoutException;
import klomp.api.ReadOnlyException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.api.StoreClosedException;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionOverException;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;

/** A small store in memory, for tests of the server until the engine is there. One big lock. */
final class MemoryStore implements Store {

  private record Version(long commit, byte[] value) {}

  private static final class Waiter {
    final Tx owner;
    final CompletableFuture<Void> granted = new CompletableFuture<>();
    ScheduledFuture<?> timeout;

    Waiter(Tx owner) {
      this.owner = owner;
    }
  }

  private static final class Lock {
    Tx owner;
    final Deque<Waiter> queue = new ArrayDeque<>();
  }

  private final StoreOptions options;
  private final NavigableMap<byte[], Deque<Version>> data = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableMap<byte[], Lock> locks = new TreeMap<>(Arrays::compareUnsigned);
  private final Map<Long, TransactionStatus> fates = new HashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          r -> {
            Thread thread = new Thread(r, "memory-store-timer");
            thread.setDaemon(true);
            return thread;
          });
  private long commits;
  private long xids;
  private boolean closed;

  MemoryStore(StoreOptions options) {
    this.options = options;
  }

  @Override
  public synchronized Transaction begin(TransactionOptions wanted) {
    if (closed) {
      throw new StoreClosedException("closed");
    }
    return new Tx(wanted);
  }

  @Override
  public synchronized TransactionStatus status(long xid) {
    TransactionStatus status = fates.get(xid);
    if (status == null) {
      throw new InvalidRequestException("xid " + xid + " was never handed out");
    }
    return status;
  }

  @Override
  public void checkpoint() {}

  @Override
  public synchronized Statistics statistics() {
    return Statistics.of(Map.of("clog.hits", commits, "txn.commits", commits));
  }

  @Override
  public synchronized void close() {
    closed = true;
    timer.shutdownNow();
  }

  private record Point(String name, NavigableMap<byte[], byte[]> writes, List<byte[]> held)
      implements Savepoint {}

  private final class Tx implements Transaction {
    private final TransactionOptions wanted;
    private final Isolation isolation;
    private final long snapshot = commits;
    private NavigableMap<byte[], byte[]> writes = new TreeMap<>(Arrays::compareUnsigned);
    private final List<byte[]> held = new ArrayList<>();
    private final List<Point> points = new ArrayList<>();
    private TransactionState state = TransactionState.ACTIVE;
    private long xid;

    Tx(TransactionOptions wanted) {
      this.wanted = wanted;
      this.isolation = wanted.isolation() == null ? options.isolation() : wanted.isolation();
    }

    private void check() {
      if (state == TransactionState.FAILED) {
        throw new TransactionFailedException("the transaction has failed: roll it back");
      }
      if (state != TransactionState.ACTIVE) {
        throw new TransactionOverException("the transaction is over");
      }
    }

    private byte[] read(byte[] key) {
      if (writes.containsKey(key)) {
        return writes.get(key);
      }
      long limit = isolation == Isolation.READ_COMMITTED ? commits : snapshot;
      for (Version version : data.getOrDefault(key, new ArrayDeque<>())) {
        if (version.commit <= limit) {
          return version.value;
        }
      }
      return null;
    }

    /** Completes when the lock is owned. */
    private CompletableFuture<Void> lock(byte[] key) {
      synchronized (MemoryStore.this) {
        Limits.checkKey(key);
        check();
        if (wanted.readOnly()) {
          throw new ReadOnlyException("the transaction is read-only");
        }
        if (xid == 0) {
          xid = ++xids;
          fates.put(xid, TransactionStatus.IN_PROGRESS);
        }
        Lock lock = locks.computeIfAbsent(key, k -> new Lock());
        if (lock.owner == this) {
          return CompletableFuture.completedFuture(null);
        }
        if (lock.owner == null) {
          lock.owner = this;
          held.add(key);
          return owned(key);
        }
        Waiter waiter = new Waiter(this);
        lock.queue.add(waiter);
        waiter.timeout =
            timer.schedule(
                () -> expire(lock, waiter),
                options.lockTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
        return waiter.granted.thenCompose(nothing -> owned(key));
      }
    }

    private CompletableFuture<Void> owned(byte[] key) {
      synchronized (MemoryStore.this) {
        Deque<Version> versions = data.get(key);
        if (isolation != Isolation.READ_COMMITTED
            && versions != null
            && versions.peek().commit > snapshot) {
          state = TransactionState.FAILED;
          return CompletableFuture.failedFuture(new ConflictException("the key was changed"));
        }
        return CompletableFuture.completedFuture(null);
      }
    }

    private void expire(Lock lock, Waiter waiter) {
      synchronized (MemoryStore.this) {
        if (!lock.queue.remove(waiter)) {
          return;
        }
        state = TransactionState.FAILED;
      }
      waiter.granted.completeExceptionally(
          new LockTimeoutException("the lock was not free in time"));
    }

    private <T> CompletableFuture<T> locked(byte[] key, Supplier<T> then) {
      CompletableFuture<Void> lock;
      try {
        lock = lock(key);
      } catch (KlompException e) {
        return CompletableFuture.failedFuture(e);
      }
      CompletableFuture<T> result = new CompletableFuture<>();
      lock.whenComplete(
          (nothing, failure) -> {
            if (failure != null) {
              result.completeExceptionally(
                  failure instanceof CompletionException ? failure.getCause() : failure);
              return;
            }
            T value;
            synchronized (MemoryStore.this) {
              value = then.get();
            }
            result.complete(value);
          });
      result.whenComplete(
          (value, failure) -> {
            if (result.isCancelled()) {
              forget(key);
            }
          });
      return result;
    }

    private void forget(byte[] key) {
      synchronized (MemoryStore.this) {
        Lock lock = locks.get(key);
        if (lock != null) {
          lock.queue.removeIf(waiter -> waiter.owner == this);
        }
      }
    }

    private List<CompletableFuture<Void>> unlock(List<byte[]> keys) {
      List<CompletableFuture<Void>> granted = new ArrayList<>();
      for (byte[] key : keys) {
        Lock lock = locks.get(key);
        Waiter next = lock.queue.poll();
        if (next == null) {
          locks.remove(key);
        } else {
          next.timeout.cancel(false);
          lock.owner = next.owner;
          next.owner.held.add(key);
          granted.add(next.granted);
        }
      }
      keys.clear();
      return granted;
    }

    private void end(TransactionState end) {
      List<CompletableFuture<Void>> granted;
      synchronized (MemoryStore.this) {
        if (state == TransactionState.COMMITTED || state == TransactionState.ABORTED) {
          return;
        }
        state = end;
        boolean committed = end == TransactionState.COMMITTED;
        if (committed && !writes.isEmpty()) {
          commits++;
          writes.forEach(
              (key, value) ->
                  data.computeIfAbsent(key, k -> new ArrayDeque<>())
                      .push(new Version(commits, value)));
        }
        if (xid != 0) {
          fates.put(xid, committed ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED);
        }
        granted = unlock(held);
      }
      granted.forEach(waiter -> waiter.complete(null));
    }

    @Override
    public TransactionOptions options() {
      return wanted;
    }

    @Override
    public TransactionState state() {
      return state;
    }

    @Override
    public long xid() {
      return xid;
    }

    @Override
    public AsyncTransaction async() {
      return new Async(this);
    }

    @Override
    public byte[] get(byte[] key) {
      synchronized (MemoryStore.this) {
        Limits.checkKey(key);
        check();
        return read(key);
      }
    }

    @Override
    public List<byte[]> multiGet(List<byte[]> keys) {
      synchronized (MemoryStore.this) {
        return new ArrayList<>(keys.stream().map(this::get).toList());
      }
    }

    @Override
    public byte[] getForUpdate(byte[] key) {
      return join(async().getForUpdate(key));
    }

    @Override
    public void put(byte[] key, byte[] value) {
      join(async().put(key, value));
    }

    @Override
    public boolean delete(byte[] key) {
      return join(async().delete(key));
    }

    @Override
    public Cursor scan(Scan scan) {
      List<Entry> entries = new ArrayList<>();
      synchronized (MemoryStore.this) {
        check();
        NavigableMap<byte[], Boolean> keys = new TreeMap<>(Arrays::compareUnsigned);
        data.keySet().forEach(key -> keys.put(key, true));
        writes.keySet().forEach(key -> keys.put(key, true));
        for (byte[] key : (scan.isReverse() ? keys.descendingMap() : keys).keySet()) {
          boolean in =
              (scan.from() == null || Arrays.compareUnsigned(key, scan.from()) >= 0)
                  && (scan.to() == null || Arrays.compareUnsigned(key, scan.to()) < 0);
          byte[] value = in ? read(key) : null;
          if (value != null && entries.size() < scan.limit()) {
            entries.add(new Entry(key, scan.keysOnly() ? null : value));
          }
        }
      }
      return new Cursor() {
        private int at = -1;

        @Override
        public boolean next() {
          return ++at < entries.size();
        }

        @Override
        public byte[] key() {
          return entries.get(at).key();
        }

        @Override
        public byte[] value() {
          return entries.get(at).value();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Savepoint savepoint(String name) {
      synchronized (MemoryStore.this) {
        check();
        NavigableMap<byte[], byte[]> copy = new TreeMap<>(Arrays::compareUnsigned);
        copy.putAll(writes);
        Point point = new Point(name, copy, new ArrayList<>(held));
        points.add(point);
        return point;
      }
    }

    @Override
    public void rollbackTo(Savepoint savepoint) {
      List<CompletableFuture<Void>> granted;
      synchronized (MemoryStore.this) {
        Point point = (Point) savepoint;
        points.subList(points.lastIndexOf(point) + 1, points.size()).clear();
        writes = new TreeMap<>(Arrays::compareUnsigned);
        writes.putAll(point.writes);
        List<byte[]> later = new ArrayList<>(held);
        later.removeAll(point.held);
        held.removeAll(later);
        granted = unlock(later);
        state = TransactionState.ACTIVE;
      }
      granted.forEach(waiter -> waiter.complete(null));
    }

    @Override
    public void release(Savepoint savepoint) {
      synchronized (MemoryStore.this) {
        check();
        points.subList(points.lastIndexOf(savepoint), points.size()).clear();
      }
    }

    @Override
    public void commit() {
      synchronized (MemoryStore.this) {
        check();
      }
      end(TransactionState.COMMITTED);
    }

    @Override
    public CompletableFuture<Void> commitAsync() {
      commit();
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void abort() {
      end(TransactionState.ABORTED);
    }
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw (KlompException) e.getCause();
    }
  }

  /** The operations that may wait; the server uses no others asynchronously. */
  private record Async(Tx tx) implements AsyncTransaction {

    private static <T> CompletableFuture<T> now(Supplier<T> action) {
      try {
        return CompletableFuture.completedFuture(action.get());
      } catch (KlompException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public CompletableFuture<byte[]> get(byte[] key) {
      return now(() -> tx.get(key));
    }

    @Override
    public CompletableFuture<List<byte[]>> multiGet(List<byte[]> keys) {
      return now(() -> tx.multiGet(keys));
    }

    @Override
    public CompletableFuture<byte[]> getForUpdate(byte[] key) {
      return tx.locked(key, () -> tx.read(key));
    }

    @Override
    public CompletableFuture<Void> put(byte[] key, byte[] value) {
      return tx.locked(
          key,
          () -> {
            tx.writes.put(key, value);
            return null;
          });
    }

    @Override
    public CompletableFuture<Boolean> delete(byte[] key) {
      return tx.locked(
          key,
          () -> {
            boolean existed = tx.read(key) != null;
            tx.writes.put(key, null);
            return existed;
          });
    }

    @Override
    public CompletableFuture<List<Entry>> scan(Scan scan) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Savepoint> savepoint(String name) {
      return now(() -> tx.savepoint(name));
    }

    @Override
    public CompletableFuture<Void> rollbackTo(Savepoint savepoint) {
      return now(
          () -> {
            tx.rollbackTo(savepoint);
            return null;
          });
    }

    @Override
    public CompletableFuture<Void> release(Savepoint savepoint) {
      return now(
          () -> {
            tx.release(savepoint);
            return null;
          });
    }

    @Override
    public CompletableFuture<Void> commit() {
      return tx.commitAsync();
    }

    @Override
    public CompletableFuture<Void> abort() {
      return now(
          () -> {
            tx.abort();
            return null;
          });
    }
  }
}
