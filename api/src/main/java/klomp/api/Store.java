package klomp.api;

/**
 * A transactional, ordered, multi-version map from byte strings to byte strings.
 *
 * <p>Safe for use by any number of threads. Keys are ordered by their bytes as unsigned numbers; a
 * key has 1 to {@link Limits#MAX_KEY_BYTES} bytes, a value 0 to {@link Limits#MAX_VALUE_BYTES}.
 *
 * <p>Every failure is a {@link KlompException} whose {@link KlompException#remedy() remedy} says
 * what to do: run the transaction again, give up, or reopen the store.
 */
public interface Store extends AutoCloseable {

  /**
   * Begins a transaction.
   *
   * @throws StoreClosedException if the store is closed
   */
  Transaction begin(TransactionOptions options);

  /** Begins a transaction with {@link TransactionOptions#DEFAULT}. */
  default Transaction begin() {
    return begin(TransactionOptions.DEFAULT);
  }

  /**
   * Runs {@code work} in a transaction and commits it; runs it again, after a jittered back-off, as
   * long as it fails with an error whose remedy is {@link Remedy#RETRY}. The work must therefore
   * have no effect but through its transaction.
   *
   * @throws KlompException the last error once {@link RetryPolicy#maxAttempts()} is reached, or the
   *     first one that a retry cannot mend
   */
  default <T> T transact(TransactionOptions options, RetryPolicy policy, Work<T> work) {
    return policy.run(() -> begin(options), work);
  }

  /**
   * Runs {@code work} as {@link #transact(TransactionOptions, RetryPolicy, Work)} by default does.
   */
  default <T> T transact(Work<T> work) {
    return transact(TransactionOptions.DEFAULT, RetryPolicy.DEFAULT, work);
  }

  /**
   * The fate of the transaction or subtransaction {@code xid}.
   *
   * @throws XidTooOldException if the commit log no longer reaches back that far
   * @throws InvalidRequestException if {@code xid} was never handed out
   */
  TransactionStatus status(long xid);

  /** Makes everything committed so far part of a checkpoint, so that a restart replays little. */
  void checkpoint();

  /**
   * Removes what no snapshot can see any more, in the whole store and at once; makes checkpoints;
   * forgets the fates of transactions that nobody needs; and cuts the end of the page file off if
   * much of it is free there. The store does all this by itself, bit by bit, when there is enough
   * to gain.
   */
  void vacuum();

  /** Counters and gauges as they stand now; names are dotted and stable, in alphabetical order. */
  Statistics statistics();

  /**
   * Aborts what is open and closes the store. Idempotent; never throws for transactions left open.
   */
  @Override
  void close();

  /** What {@link #transact} runs. */
  @FunctionalInterface
  interface Work<T> {
    T run(Transaction transaction);
  }
}
