package klomp.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that do the same work until they are done or told to stop. The first that fails stops the
 * others, and {@link #await()} throws what it failed with.
 */
public final class Crew implements AutoCloseable {

  /** What each thread of a crew does. */
  @FunctionalInterface
  public interface Worker {
    /**
     * Works until done, or until {@code crew} no longer {@link Crew#goesOn() goes on}.
     *
     * @param index which of the threads this is, from 0
     */
    void run(int index, Crew crew) throws Exception;
  }

  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch ended;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  private Crew(int size) {
    ended = new CountDownLatch(size);
  }

  /** Starts {@code size} threads, named {@code name} and a number. */
  public static Crew start(String name, int size, Worker worker) {
    Crew crew = new Crew(size);
    for (int i = 0; i < size; i++) {
      int index = i;
      Thread thread = new Thread(() -> crew.work(index, worker), name + "-" + i);
      thread.setDaemon(true);
      crew.threads.add(thread);
    }
    crew.threads.forEach(Thread::start);
    return crew;
  }

  /** Starts a crew and waits until all of it is done. */
  public static void run(String name, int size, Worker worker) throws InterruptedException {
    try (Crew crew = start(name, size, worker)) {
      crew.await();
    }
  }

  private void work(int index, Worker worker) {
    try {
      worker.run(index, this);
    } catch (Throwable e) {
      if (!failure.compareAndSet(null, e)) {
        failure.get().addSuppressed(e);
      }
      stopped = true;
    } finally {
      ended.countDown();
    }
  }

  /** Whether the work is to go on; a worker asks before each piece of it. */
  public boolean goesOn() {
    return !stopped;
  }

  public void stop() {
    stopped = true;
  }

  /**
   * Waits for that time, or less if every thread has ended before.
   *
   * @return whether every thread has ended
   */
  public boolean await(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (!stopped) {
      long left = Math.min(deadline - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50));
      if (left <= 0 || ended.await(left, TimeUnit.NANOSECONDS)) {
        break;
      }
    }
    return ended.getCount() == 0;
  }

  /**
   * Waits for all threads to end.
   *
   * @throws CrewException if one failed
   */
  public void await() throws InterruptedException {
    ended.await();
    Throwable first = failure.get();
    if (first instanceof RuntimeException e) {
      throw e;
    }
    if (first != null) {
      throw new CrewException(first);
    }
  }

  /** Stops the threads and waits for them, without a word about failures. */
  @Override
  public void close() {
    stop();
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        threads.forEach(Thread::interrupt);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A thread of a crew failed with something that is not a {@link RuntimeException}. */
  public static final class CrewException extends RuntimeException {
    CrewException(Throwable cause) {
      super(cause.toString(), cause);
    }
  }
}
