package klomp.bench.ycsb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import klomp.api.KlompException;
import klomp.api.RetryPolicy;
import klomp.api.RetryableException;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import site.ycsb.Status;

/**
 * Operations of one thread that make up one transaction. If it meets another one it is rolled back,
 * and all its operations so far are run again. Used by one thread.
 */
final class Batch {

  /** Far more attempts than a transaction needs that meets others only by chance. */
  private static final RetryPolicy RETRY =
      new RetryPolicy(10_000, Duration.ofNanos(200_000), Duration.ofMillis(50));

  private final Store store;
  private final TransactionOptions options;
  private final int size;
  private final List<Operation> pending = new ArrayList<>();
  private Transaction transaction;

  /** How many of the pending operations the open transaction has run. */
  private int done;

  private long retries;

  /** One operation; may be run more than once, each time with a fresh result. */
  @FunctionalInterface
  interface Operation {
    Status run(Transaction transaction);
  }

  /** Batches of {@code size} operations, 1 or more. */
  Batch(Store store, TransactionOptions options, int size) {
    this.store = store;
    this.options = options;
    this.size = size;
  }

  /** Runs a read: alone in a read-only transaction if batches have one operation. */
  Status read(Operation operation) {
    return run(operation, size == 1);
  }

  /** Runs a write. */
  Status write(Operation operation) {
    return run(operation, false);
  }

  private Status run(Operation operation, boolean readOnly) {
    pending.add(operation);
    return settle(readOnly, pending.size() >= size);
  }

  /** Commits what is open. */
  void finish() {
    if (!pending.isEmpty()) {
      settle(false, true);
    }
  }

  /**
   * Runs what was not yet run, and commits if {@code commit}, over and over until nothing stands in
   * the way.
   *
   * @throws KlompException if it cannot succeed; the batch is gone then
   */
  private Status settle(boolean readOnly, boolean commit) {
    for (int failures = 0; ; ) {
      try {
        Status status = runPending(readOnly);
        if (commit) {
          transaction.commit();
          forget();
        }
        return status;
      } catch (RetryableException e) {
        failures++;
        retries++;
        rollBack();
        if (failures >= RETRY.maxAttempts()) {
          pending.clear();
          throw e;
        }
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(RETRY.pauseNanos(failures) + 1));
      } catch (RuntimeException e) {
        rollBack();
        pending.clear();
        throw e;
      }
    }
  }

  /** Runs the operations that the open transaction, or a new one, has not run yet. */
  private Status runPending(boolean readOnly) {
    if (transaction == null) {
      transaction = store.begin(options.withReadOnly(readOnly));
    }
    Status status = Status.OK;
    while (done < pending.size()) {
      status = pending.get(done).run(transaction);
      done++;
    }
    return status;
  }

  private void rollBack() {
    if (transaction != null) {
      transaction.abort();
      transaction = null;
    }
    done = 0;
  }

  private void forget() {
    transaction = null;
    done = 0;
    pending.clear();
  }

  /** How often a transaction was rolled back and run again. */
  long retries() {
    return retries;
  }
}
