package klomp.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import klomp.api.AsyncTransaction;
import klomp.api.Cursor;
import klomp.api.Entry;
import klomp.api.KlompException;
import klomp.api.Limits;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.StoreClosedException;
import klomp.api.StoreException;
import klomp.lock.LockRequest;
import klomp.wal.DurabilityListener;

/**
 * The same transaction without a thread that waits: what would park registers with the lock table
 * or the log and goes on from there, on the store's continuation threads.
 */
final class EngineAsyncTransaction implements AsyncTransaction {

  private final EngineTransaction transaction;
  private final TransactionSystem system;

  EngineAsyncTransaction(EngineTransaction transaction, TransactionSystem system) {
    this.transaction = transaction;
    this.system = system;
  }

  @Override
  public CompletableFuture<byte[]> get(byte[] key) {
    return now(() -> transaction.get(key));
  }

  @Override
  public CompletableFuture<List<byte[]>> multiGet(List<byte[]> keys) {
    return now(() -> transaction.multiGet(keys));
  }

  @Override
  public CompletableFuture<byte[]> getForUpdate(byte[] key) {
    return locked(key, () -> transaction.readLocked(key));
  }

  @Override
  public CompletableFuture<Void> put(byte[] key, byte[] value) {
    try {
      Limits.checkValue(value);
    } catch (KlompException e) {
      return CompletableFuture.failedFuture(e);
    }
    return locked(key, () -> transaction.putLocked(key, value));
  }

  @Override
  public CompletableFuture<Boolean> delete(byte[] key) {
    return locked(key, () -> transaction.deleteLocked(key));
  }

  @Override
  public CompletableFuture<List<Entry>> scan(Scan scan) {
    return now(
        () -> {
          List<Entry> entries = new ArrayList<>();
          try (Cursor cursor = transaction.scan(scan)) {
            while (cursor.next()) {
              entries.add(new Entry(cursor.key(), cursor.value()));
            }
          }
          return entries;
        });
  }

  @Override
  public CompletableFuture<Savepoint> savepoint(String name) {
    return now(() -> transaction.savepoint(name));
  }

  @Override
  public CompletableFuture<Void> rollbackTo(Savepoint savepoint) {
    return now(
        () -> {
          transaction.rollbackTo(savepoint);
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> release(Savepoint savepoint) {
    return now(
        () -> {
          transaction.release(savepoint);
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> commit() {
    long lsn;
    try {
      lsn = transaction.logCommit();
    } catch (KlompException e) {
      return CompletableFuture.failedFuture(e);
    }
    if (lsn == EngineTransaction.NOTHING_TO_WAIT_FOR) {
      return now(this::finishCommit);
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    system
        .wal()
        .whenDurable(
            lsn,
            new DurabilityListener() {
              @Override
              public void durable() {
                later(done, EngineAsyncTransaction.this::finishCommit);
              }

              @Override
              public void failed(StoreException cause) {
                later(
                    done,
                    () -> {
                      transaction.releaseUnfinished();
                      throw cause;
                    });
              }
            });
    return done;
  }

  @Override
  public CompletableFuture<Void> abort() {
    return now(
        () -> {
          transaction.abort();
          return null;
        });
  }

  private Void finishCommit() {
    transaction.finishCommit();
    return null;
  }

  private <T> CompletableFuture<T> locked(byte[] key, Supplier<T> step) {
    LockRequest request;
    try {
      request = transaction.lock(key);
    } catch (KlompException e) {
      return CompletableFuture.failedFuture(e);
    }
    Supplier<T> onceSettled = () -> settle(request, step);
    if (request.isGranted()) {
      return now(onceSettled);
    }
    CompletableFuture<T> done = new CompletableFuture<>();
    request.whenDone(() -> later(done, onceSettled));
    return done;
  }

  private <T> T settle(LockRequest request, Supplier<T> step) {
    synchronized (transaction) {
      return transaction.failing(
          () -> {
            request.throwIfRefused();
            transaction.requireActive();
            return step.get();
          });
    }
  }

  private static <T> CompletableFuture<T> now(Supplier<T> step) {
    try {
      return CompletableFuture.completedFuture(step.get());
    } catch (KlompException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private <T> void later(CompletableFuture<T> done, Supplier<T> step) {
    Runnable continuation =
        () -> {
          T result;
          try {
            result = step.get();
          } catch (Throwable e) {
            done.completeExceptionally(e);
            return;
          }
          done.complete(result);
        };
    try {
      system.continuations().execute(continuation);
    } catch (RejectedExecutionException e) {
      done.completeExceptionally(
          new StoreClosedException("the store was closed before the operation was over", e));
    }
  }
}
