package klomp.server.session;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Chains of steps that go on at once, on the same thread, while nothing has to wait, and on an
 * executor after a wait: the thread that completes a future belongs to the store and must not work.
 */
public final class Futures {

  private Futures() {}

  /** Runs {@code step}; what it throws becomes the future's failure. */
  public static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> step) {
    try {
      return step.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Runs {@code next} with the result of {@code first}, unless that fails. */
  public static <A, B> CompletableFuture<B> then(
      CompletableFuture<A> first, Executor executor, Function<A, CompletableFuture<B>> next) {
    if (!first.isDone()) {
      return first.thenComposeAsync(next, executor);
    }
    if (first.isCompletedExceptionally()) {
      return CompletableFuture.failedFuture(failureOf(first));
    }
    return attempt(() -> next.apply(first.join()));
  }

  /** The result of {@code first}, or what {@code next} makes of its failure. */
  public static <T> CompletableFuture<T> recover(
      CompletableFuture<T> first,
      Executor executor,
      Function<Throwable, CompletableFuture<T>> next) {
    if (!first.isDone()) {
      return first.exceptionallyComposeAsync(failure -> next.apply(cause(failure)), executor);
    }
    return first.isCompletedExceptionally() ? attempt(() -> next.apply(failureOf(first))) : first;
  }

  /** Runs {@code step} for 0 to {@code count - 1}, one after the other, up to the first failure. */
  public static CompletableFuture<Void> each(
      int count, Executor executor, IntFunction<CompletableFuture<Void>> step) {
    return each(0, count, executor, step);
  }

  /** A loop, not a recursion, for as long as nothing waits: there may be a million steps. */
  private static CompletableFuture<Void> each(
      int first, int count, Executor executor, IntFunction<CompletableFuture<Void>> step) {
    for (int i = first; i < count; i++) {
      int current = i;
      CompletableFuture<Void> done = attempt(() -> step.apply(current));
      if (!done.isDone()) {
        return done.thenComposeAsync(nothing -> each(current + 1, count, executor, step), executor);
      }
      if (done.isCompletedExceptionally()) {
        return CompletableFuture.failedFuture(failureOf(done));
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  /** What a chain failed with, without the wrapping that chaining adds; null stays null. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static Throwable failureOf(CompletableFuture<?> failed) {
    try {
      failed.join();
      throw new IllegalStateException("the future has not failed");
    } catch (CompletionException | CancellationException e) {
      return cause(e);
    }
  }
}
