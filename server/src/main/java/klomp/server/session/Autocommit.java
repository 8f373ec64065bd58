package klomp.server.session;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import klomp.api.ConflictException;
import klomp.api.DeadlockException;
import klomp.api.Isolation;
import klomp.api.RetryPolicy;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;

/**
 * Runs work as a transaction of its own and commits it. Nothing has been answered before the
 * commit, so the work is safe to run again after a conflict or a deadlock: it is, after a jittered
 * pause that holds no thread. A lock time-out is not retried: the client has waited long enough.
 */
final class Autocommit {

  private final Environment environment;
  private final RetryPolicy policy;
  private final Waits waits;

  Autocommit(Environment environment, RetryPolicy policy, Waits waits) {
    this.environment = environment;
    this.policy = policy;
    this.waits = waits;
  }

  CompletableFuture<RedisMessage> run(TransactionOptions options, Work work) {
    return run(options, work, 1);
  }

  private CompletableFuture<RedisMessage> run(TransactionOptions options, Work work, int attempt) {
    return Futures.attempt(
        () -> {
          Transaction transaction = environment.store().begin(options);
          CompletableFuture<RedisMessage> done =
              Futures.attempt(() -> work.run(operations(transaction, options)));
          CompletableFuture<RedisMessage> committed =
              Futures.then(done, environment.workers(), reply -> commit(transaction, reply));
          return Futures.recover(
              committed,
              environment.workers(),
              failure -> {
                transaction.abort();
                if (!retryable(failure, attempt)) {
                  return CompletableFuture.failedFuture(failure);
                }
                return Futures.then(
                    pause(attempt),
                    environment.workers(),
                    paused -> run(options, work, attempt + 1));
              });
        });
  }

  private Operations operations(Transaction transaction, TransactionOptions options) {
    Isolation isolation = options.isolation();
    return new Operations(
        transaction,
        isolation == null ? environment.isolation() : isolation,
        environment.workers(),
        waits);
  }

  private static CompletableFuture<RedisMessage> commit(
      Transaction transaction, RedisMessage reply) {
    return transaction.commitAsync().thenApply(nothing -> reply);
  }

  private boolean retryable(Throwable failure, int attempt) {
    return (failure instanceof ConflictException || failure instanceof DeadlockException)
        && attempt < policy.maxAttempts()
        && !waits.isCancelled();
  }

  private CompletableFuture<Void> pause(int failures) {
    environment.counters().retried();
    long longest = policy.pauseNanos(failures);
    CompletableFuture<Void> over = new CompletableFuture<>();
    environment
        .timer()
        .schedule(
            () -> over.complete(null),
            ThreadLocalRandom.current().nextLong(longest + 1),
            TimeUnit.NANOSECONDS);
    return over;
  }
}
