package klomp.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Files, clocks, threads and randomness. Safe for use by any number of threads. */
public interface Host {

  /**
   * Opens a directory, making it (and its parents) if it is missing.
   *
   * @throws IOException if it cannot be made or is not a directory
   */
  HostDirectory directory(Path path) throws IOException;

  /** Whether there is a directory at {@code path}. */
  default boolean isDirectory(Path path) {
    return Files.isDirectory(path);
  }

  /** Nanoseconds of a clock that never goes back; for intervals only. */
  long nanoTime();

  /** Milliseconds since 1970 by the wall clock, which may jump. */
  long wallMillis();

  /** A daemon thread, not yet started. */
  Thread thread(String name, Runnable task);

  /**
   * Runs tasks on up to {@code threads} daemon threads, which end when there is nothing to do for a
   * while; tasks beyond that wait their turn.
   */
  default ExecutorService executor(String name, int threads) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> thread(name, task));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** A fresh random seed. */
  long seed();
}
