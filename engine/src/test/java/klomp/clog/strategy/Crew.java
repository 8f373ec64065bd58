package klomp.clog.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads of a test; a test fails if one of them does, or does not end in time. */
final class Crew implements AutoCloseable {

  private static final int SECONDS = 60;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "crew");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Future<?>> work = new ArrayList<>();

  <T> Future<T> start(Callable<T> task) {
    Future<T> future = threads.submit(task);
    work.add(future);
    return future;
  }

  /** Waits for all that was started. */
  void join() throws Exception {
    for (Future<?> future : work) {
      result(future);
    }
  }

  static <T> T result(Future<T> future) throws Exception {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a thread is still waiting", e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody opened the latch");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
