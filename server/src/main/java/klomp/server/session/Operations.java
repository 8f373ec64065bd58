package klomp.server.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntFunction;
import klomp.api.Cursor;
import klomp.api.Isolation;
import klomp.api.Scan;
import klomp.api.Transaction;

/**
 * A transaction as commands use it. Reads never wait for a lock and run on the calling thread; what
 * may wait gives a future. One operation at a time.
 */
public final class Operations {

  private final Transaction transaction;
  private final Isolation isolation;
  private final Executor workers;
  private final Waits waits;

  Operations(Transaction transaction, Isolation isolation, Executor workers, Waits waits) {
    this.transaction = transaction;
    this.isolation = isolation;
    this.workers = workers;
    this.waits = waits;
  }

  public byte[] get(byte[] key) {
    return transaction.get(key);
  }

  public List<byte[]> multiGet(List<byte[]> keys) {
    return transaction.multiGet(keys);
  }

  public Cursor scan(Scan scan) {
    return transaction.scan(scan);
  }

  /** Whether several reads in a row see one point in time. */
  public boolean readsOneSnapshot() {
    return isolation != Isolation.READ_COMMITTED;
  }

  public CompletableFuture<byte[]> getForUpdate(byte[] key) {
    return waits.guard(transaction.async().getForUpdate(key));
  }

  public CompletableFuture<Void> put(byte[] key, byte[] value) {
    return waits.guard(transaction.async().put(key, value));
  }

  public CompletableFuture<Boolean> delete(byte[] key) {
    return waits.guard(transaction.async().delete(key));
  }

  /** Runs {@code next} with the result of {@code first}, on a worker if there was a wait. */
  public <A, B> CompletableFuture<B> then(
      CompletableFuture<A> first, Function<A, CompletableFuture<B>> next) {
    return Futures.then(first, workers, next);
  }

  /** Runs {@code step} for 0 to {@code count - 1}, one after the other, up to the first failure. */
  public CompletableFuture<Void> each(int count, IntFunction<CompletableFuture<Void>> step) {
    return Futures.each(count, workers, step);
  }
}
