package klomp.client;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import klomp.api.InvalidRequestException;

/** The event loops of a client, and how other threads wait for what happens on them. */
final class Loops {

  private static final int MAX_THREADS = 4;

  /** Threads that must never wait for a reply, since they are the ones that read it. */
  private static final class LoopThread extends FastThreadLocalThread {
    LoopThread(Runnable task, String name) {
      super(task, name);
    }
  }

  private Loops() {}

  /** Half the processors, 1 to 4: the event loops only move bytes. */
  static EventLoopGroup open() {
    int threads =
        Math.max(1, Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors() / 2));
    AtomicInteger number = new AtomicInteger();
    ThreadFactory factory =
        task -> {
          Thread thread = new LoopThread(task, "klomp-client-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        };
    return new MultiThreadIoEventLoopGroup(threads, factory, NioIoHandler.newFactory());
  }

  /** Stops the loops; waits for them unless called on one. */
  static void close(EventLoopGroup loops) {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    if (!isLoop()) {
      loops.terminationFuture().awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
  }

  private static boolean isLoop() {
    return Thread.currentThread() instanceof LoopThread;
  }

  /**
   * Waits for {@code future}, which its request's time-out bounds. An interrupt does not end the
   * wait and stays set: the reply is on its way, and without it the state would be unknown.
   *
   * @throws InvalidRequestException on a thread of a client's event loop that would have to wait
   */
  static <T> T await(CompletableFuture<T> future) {
    if (!future.isDone() && isLoop()) {
      throw new InvalidRequestException(
          "a blocking call on an event loop of the client would wait for itself; "
              + "use the async operations in callbacks");
    }
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Errors.here(e);
    }
  }
}
