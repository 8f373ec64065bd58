package klomp.client;

import io.netty.channel.EventLoopGroup;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import klomp.api.ConnectionException;
import klomp.api.StoreClosedException;

/**
 * The connections of a client. Whoever acquires one has it alone until it gives it back, clean (no
 * transaction open) through {@link #release} or otherwise through {@link #discard}.
 *
 * <p>The monitor guards all fields; nothing foreign runs under it. Invariants: {@code total} counts
 * the idle, the lent and those being opened, and is at most {@code maxConnections}; somebody waits
 * only while none is idle and {@code total} is at that limit. Waiters are served in their order;
 * idle connections newest first, so that a quiet client uses few.
 */
final class Pool {

  private final Connector connector;
  private final ClientOptions options;
  private final EventLoopGroup loops;
  private final ArrayDeque<Session> idle = new ArrayDeque<>();
  private final ArrayDeque<CompletableFuture<Session>> waiters = new ArrayDeque<>();
  private final Set<Session> open = new HashSet<>();
  private int total;
  private boolean closed;

  Pool(Connector connector, ClientOptions options, EventLoopGroup loops) {
    this.connector = connector;
    this.options = options;
    this.loops = loops;
  }

  /**
   * A connection for the caller alone; complete at once if one is idle. Fails with {@link
   * ConnectionException} if none can be made or none becomes free in time.
   */
  CompletableFuture<Session> acquire() {
    CompletableFuture<Session> result = new CompletableFuture<>();
    boolean hasRoom;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.failedFuture(closedHere());
      }
      for (Session session; (session = idle.poll()) != null; total--) {
        if (session.isOpen()) {
          return CompletableFuture.completedFuture(session);
        }
      }
      hasRoom = total < options.maxConnections();
      if (hasRoom) {
        total++;
      } else {
        waiters.add(result);
      }
    }
    if (hasRoom) {
      open(result);
    } else {
      limitWait(result);
    }
    return result;
  }

  /** Takes back a connection without an open transaction. */
  void release(Session session) {
    CompletableFuture<Session> waiter;
    do {
      synchronized (this) {
        if (!session.isOpen() || closed) {
          break;
        }
        waiter = waiters.poll();
        if (waiter == null) {
          idle.push(session);
          return;
        }
      }
      if (waiter.complete(session)) {
        return;
      }
    } while (true);
    discard(session);
  }

  /** Takes back a connection that nobody is to use again. */
  void discard(Session session) {
    session.close();
    vacate();
  }

  /** Fails whoever waits and closes all connections, lent ones too. Idempotent. */
  void close() {
    List<CompletableFuture<Session>> failing;
    List<Session> closing;
    synchronized (this) {
      closed = true;
      failing = List.copyOf(waiters);
      waiters.clear();
      closing = List.copyOf(open);
    }
    failing.forEach(waiter -> waiter.completeExceptionally(closedHere()));
    closing.forEach(session -> session.close(closedHere()));
  }

  private static StoreClosedException closedHere() {
    return new StoreClosedException("the client is closed");
  }

  /** Opens a connection, already counted in {@code total}, for {@code result}. */
  private void open(CompletableFuture<Session> result) {
    connector
        .open()
        .thenCompose(Session::greet)
        .whenComplete(
            (session, error) -> {
              if (error != null) {
                vacate();
                result.completeExceptionally(Errors.unwrap(error));
              } else if (!register(session)) {
                discard(session);
                result.completeExceptionally(closedHere());
              } else if (!result.complete(session)) {
                release(session);
              }
            });
  }

  private boolean register(Session session) {
    synchronized (this) {
      if (closed) {
        return false;
      }
      open.add(session);
    }
    session.whenClosed(() -> forget(session));
    return true;
  }

  private void forget(Session session) {
    synchronized (this) {
      open.remove(session);
      if (!idle.remove(session)) {
        return;
      }
    }
    vacate();
  }

  /** One connection less; the first of those who wait gets a new one in its place. */
  private void vacate() {
    CompletableFuture<Session> waiter;
    synchronized (this) {
      total--;
      waiter = waiters.poll();
      if (waiter != null) {
        total++;
      }
    }
    if (waiter != null) {
      open(waiter);
    }
  }

  private void limitWait(CompletableFuture<Session> waiter) {
    var timer =
        loops
            .next()
            .schedule(
                () -> {
                  synchronized (this) {
                    waiters.remove(waiter);
                  }
                  waiter.completeExceptionally(
                      new ConnectionException(
                          "none of the "
                              + options.maxConnections()
                              + " connections became free within "
                              + options.acquireTimeout().toMillis()
                              + " ms: close transactions, or raise maxConnections"));
                },
                options.acquireTimeout().toNanos(),
                TimeUnit.NANOSECONDS);
    waiter.whenComplete((session, error) -> timer.cancel(false));
  }
}
