package klomp.server.session;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import klomp.api.KlompException;
import klomp.api.Remedy;
import klomp.api.TooLargeException;
import klomp.server.resp.Replies;
import klomp.server.resp.WireLimits;

/**
 * What EXEC does in its transaction: lock and compare what is watched, then run the steps. May be
 * run more than once, each time from the begin.
 */
final class BatchRun implements Work {

  private final Watches watches;
  private final List<Batch.Step> steps;

  BatchRun(Watches watches, List<Batch.Step> steps) {
    this.watches = watches;
    this.steps = steps;
  }

  @Override
  public CompletableFuture<RedisMessage> run(Operations operations) {
    Batch.Progress progress = new Batch.Progress();
    CompletableFuture<Void> unchanged =
        operations.each(watches.size(), index -> checkWatch(operations, index));
    CompletableFuture<Void> done =
        operations.then(
            unchanged,
            nothing -> operations.each(steps.size(), index -> step(operations, index, progress)));
    return operations.then(
        done, nothing -> CompletableFuture.completedFuture(Replies.array(progress.replies())));
  }

  private CompletableFuture<Void> checkWatch(Operations operations, int index) {
    return operations.then(
        operations.getForUpdate(watches.key(index)),
        value ->
            watches.holds(index, value)
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new WatchBrokenException()));
  }

  private CompletableFuture<Void> step(Operations operations, int index, Batch.Progress progress) {
    CompletableFuture<RedisMessage> reply =
        Futures.attempt(() -> steps.get(index).work().run(operations));
    CompletableFuture<RedisMessage> named =
        reply.isDone() && !reply.isCompletedExceptionally()
            ? reply
            : reply.exceptionallyCompose(
                failure -> CompletableFuture.failedFuture(name(index, Futures.cause(failure))));
    return operations.then(
        named,
        message -> {
          progress.add(message, Replies.sizeBytes(message));
          if (progress.bytes() > WireLimits.MAX_REPLY_BYTES) {
            throw new TooLargeException(
                "the replies of a batch have at most " + WireLimits.MAX_REPLY_BYTES + " bytes");
          }
          return CompletableFuture.completedFuture(null);
        });
  }

  /** A failure that is the command's own fault says which command it was. */
  private Throwable name(int index, Throwable failure) {
    if (failure instanceof KlompException e && e.remedy() == Remedy.GIVE_UP) {
      return new StepFailedException(
          "command "
              + (index + 1)
              + " ("
              + steps.get(index).name()
              + "): "
              + e.code()
              + " "
              + e.getMessage());
    }
    return failure;
  }

  /** A watched key no longer holds what it did. */
  static final class WatchBrokenException extends RuntimeException {
    WatchBrokenException() {
      super("a watched key was changed", null, false, false);
    }
  }

  /** A command of the batch failed and nothing of the batch was applied. */
  static final class StepFailedException extends RuntimeException {
    StepFailedException(String message) {
      super(message, null, false, false);
    }
  }
}
