package klomp.server.session;

import io.netty.handler.codec.redis.RedisMessage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.RetryPolicy;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.api.TransactionOverException;
import klomp.api.TransactionState;
import klomp.server.resp.Replies;

/**
 * One client: at most one open transaction, or one batch that is being queued, and what it watches.
 *
 * <pre>
 * PLAIN --begin--> OPEN --commit, rollback--> PLAIN
 * PLAIN --multi--> QUEUEING --exec, discard--> PLAIN
 * </pre>
 *
 * <p>Used by one thread at a time, which its connection sees to; only {@link #cancelWaits}, {@link
 * #id}, {@link #address}, {@link #since} and {@link #name} are for any thread.
 */
public final class Session {

  private static final TransactionOptions READ_COMMITTED =
      TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED);

  private final long id;
  private final String address;
  private final Instant since = Instant.now();
  private final Environment environment;
  private final Waits waits = new Waits();
  private final Autocommit autocommit;
  private volatile String name = "";
  private OpenTransaction open;
  private Batch batch;
  private Watches watches = new Watches();
  private boolean quitting;

  public Session(long id, String address, Environment environment) {
    this.id = id;
    this.address = address;
    this.environment = environment;
    this.autocommit = new Autocommit(environment, RetryPolicy.DEFAULT, waits);
  }

  public long id() {
    return id;
  }

  /** The client's address and port. */
  public String address() {
    return address;
  }

  public Instant since() {
    return since;
  }

  /** The name that the client gave itself, or the empty string. */
  public String name() {
    return name;
  }

  public void rename(String newName) {
    name = newName;
  }

  public Environment environment() {
    return environment;
  }

  /** Asks for the connection to be closed once what was answered is sent. */
  public void quit() {
    quitting = true;
  }

  public boolean isQuitting() {
    return quitting;
  }

  /** Runs {@code work} in the open transaction, or else in one of its own. */
  public CompletableFuture<RedisMessage> run(Work work, boolean readOnly) {
    if (open != null) {
      Operations operations = open.operations();
      open.countCommand();
      return Futures.attempt(() -> work.run(operations));
    }
    return autocommit.run(readOnly ? TransactionOptions.READ_ONLY : singleWrite(), work);
  }

  /**
   * A command locks whatever it reads in order to write, and holds it to its commit. At READ
   * COMMITTED it then works on the newest value, so that commands on one hot key take turns instead
   * of conflicting. SERIALIZABLE is a promise to other transactions too, and stays.
   */
  private TransactionOptions singleWrite() {
    return environment.isolation() == Isolation.SERIALIZABLE
        ? TransactionOptions.DEFAULT
        : READ_COMMITTED;
  }

  /**
   * Begins a transaction.
   *
   * @throws InvalidRequestException if one is open
   */
  public void begin(TransactionOptions options) {
    if (open != null) {
      throw new InvalidRequestException("a transaction is already open");
    }
    if (!watches.isEmpty()) {
      throw new InvalidRequestException("WATCH goes with MULTI, not BEGIN; use GETFORUPDATE");
    }
    Transaction transaction = environment.store().begin(options);
    Isolation isolation =
        options.isolation() == null ? environment.isolation() : options.isolation();
    open =
        new OpenTransaction(
            transaction, new Operations(transaction, isolation, environment.workers(), waits));
  }

  public Optional<OpenTransaction> open() {
    return Optional.ofNullable(open);
  }

  /**
   * The open transaction.
   *
   * @throws TransactionOverException if there is none
   */
  public OpenTransaction requireOpen() {
    if (open == null) {
      throw new TransactionOverException("there is no open transaction");
    }
    return open;
  }

  /** Whether a transaction is open that has done so much that its end may take long. */
  public boolean isLarge() {
    return open != null && open.isLarge();
  }

  /** Commits the open transaction. If that fails and it is not over, it stays open. */
  public CompletableFuture<RedisMessage> commit() {
    Transaction transaction = requireOpen().transaction();
    CompletableFuture<Void> committed = Futures.attempt(transaction::commitAsync);
    forgetIfOver(transaction);
    return committed
        .whenComplete((nothing, failure) -> forgetIfOver(transaction))
        .thenApply(nothing -> Replies.ok());
  }

  public void rollback() {
    Transaction transaction = requireOpen().transaction();
    open = null;
    transaction.abort();
  }

  private void forgetIfOver(Transaction transaction) {
    TransactionState state = transaction.state();
    boolean over = state == TransactionState.COMMITTED || state == TransactionState.ABORTED;
    if (over && open != null && open.transaction() == transaction) {
      open = null;
    }
  }

  /** Begins to queue commands. */
  public void multi() {
    if (open != null) {
      throw new InvalidRequestException("MULTI inside a transaction; COMMIT or ROLLBACK first");
    }
    batch = new Batch();
  }

  /** The batch that is being queued, or null. */
  public Batch batch() {
    return batch;
  }

  public void discard() {
    if (batch == null) {
      throw new InvalidRequestException("DISCARD without MULTI");
    }
    batch = null;
    watches = new Watches();
  }

  /** Runs the batch as one transaction. */
  public CompletableFuture<RedisMessage> exec() {
    if (batch == null) {
      throw new InvalidRequestException("EXEC without MULTI");
    }
    Batch queued = batch;
    Watches watched = watches;
    discard();
    if (queued.isRefused()) {
      return CompletableFuture.completedFuture(
          Replies.error("EXECABORT", "Transaction discarded because of previous errors."));
    }
    CompletableFuture<RedisMessage> result =
        autocommit.run(TransactionOptions.DEFAULT, new BatchRun(watched, queued.steps()));
    return Futures.recover(result, environment.workers(), Session::execFailed);
  }

  private static CompletableFuture<RedisMessage> execFailed(Throwable failure) {
    if (failure instanceof BatchRun.WatchBrokenException) {
      return CompletableFuture.completedFuture(Replies.nilArray());
    }
    if (failure instanceof BatchRun.StepFailedException) {
      return CompletableFuture.completedFuture(
          Replies.error("EXECABORT", "Transaction undone because of " + failure.getMessage()));
    }
    return CompletableFuture.failedFuture(failure);
  }

  /** Remembers what {@code keys} hold now; EXEC answers nil if one of them holds something else. */
  public CompletableFuture<RedisMessage> watch(List<byte[]> keys) {
    if (open != null) {
      throw new InvalidRequestException("WATCH inside a transaction; use GETFORUPDATE");
    }
    Watches current = watches;
    return autocommit.run(
        TransactionOptions.READ_ONLY,
        operations -> {
          for (byte[] key : keys) {
            current.add(key, operations.get(key));
          }
          return CompletableFuture.completedFuture(Replies.ok());
        });
  }

  public void unwatch() {
    watches = new Watches();
  }

  /** Whether the open transaction was left in the middle of a wait; only {@link #reset} is left. */
  public boolean isBrokenOff() {
    return open != null && waits.hasBrokenOff();
  }

  /** Ends a wait for a lock, as the client is gone. For any thread. */
  public void cancelWaits() {
    waits.cancel();
  }

  /** Drops everything that is open: as a new session, but for its id. */
  public void reset() {
    batch = null;
    watches = new Watches();
    name = "";
    if (open != null) {
      rollback();
    }
  }
}
