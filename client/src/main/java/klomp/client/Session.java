package klomp.client;

import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import klomp.api.ConnectionException;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.TransactionOptions;

/**
 * One connection to a server, which takes any command of the wire protocol and gives its reply as
 * it came. Commands are answered in the order in which they were sent and may be sent without
 * waiting for replies. Safe for use by several threads.
 *
 * <p>Whoever needs a store and transactions takes {@link KlompClient}; this is for shells, tests
 * and tools.
 */
public final class Session implements AutoCloseable {

  private static final byte[][] GREETING = Command.of("CONFIG GET isolation");

  private final SessionHandler handler;
  private final Set<TransactionOptions> begun = ConcurrentHashMap.newKeySet();
  private volatile Isolation isolation = Isolation.SNAPSHOT;
  private EventLoopGroup owned;

  Session(SessionHandler handler) {
    this.handler = handler;
  }

  /**
   * Connects, as {@code options} say; {@code maxConnections} does not matter here.
   *
   * @throws ConnectionException if there is no server
   */
  public static Session connect(InetSocketAddress address, ClientOptions options) {
    EventLoopGroup loops = Loops.open();
    try {
      Session session = Loops.await(new Connector(address, options, loops).open());
      session.owned = loops;
      return session;
    } catch (RuntimeException e) {
      Loops.close(loops);
      throw e;
    }
  }

  /** Connects to a host by name, with {@link ClientOptions#DEFAULT}. */
  public static Session connect(String host, int port) {
    return connect(InetSocketAddress.createUnresolved(host, port), ClientOptions.DEFAULT);
  }

  /**
   * Sends a command: its name and its arguments. An error of the server is a {@link Reply.Failure};
   * the future fails only with a {@link ConnectionException} or a {@link
   * klomp.api.StoreClosedException}.
   */
  public CompletableFuture<Reply> send(byte[]... command) {
    return handler.send(new Request<>(command.clone(), Replies.RAW));
  }

  /** Sends a command and waits for its reply, at most the request time-out. */
  public Reply call(byte[]... command) {
    return Loops.await(send(command));
  }

  /** Sends a command of texts, in UTF-8, and waits for its reply. */
  public Reply call(String name, String... arguments) {
    byte[][] command = new byte[arguments.length + 1][];
    command[0] = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < arguments.length; i++) {
      command[i + 1] = arguments[i].getBytes(StandardCharsets.UTF_8);
    }
    return call(command);
  }

  /** Whether the connection stands, as far as this side knows. */
  public boolean isOpen() {
    return handler.isOpen();
  }

  <T> Request<T> send(Request<T> request) {
    return handler.send(request);
  }

  /** Asks the server what a program must know of it. */
  CompletableFuture<Session> greet() {
    CompletableFuture<Session> greeted = new CompletableFuture<>();
    send(new Request<>(GREETING, Replies.RAW))
        .whenComplete(
            (reply, error) -> {
              if (error != null) {
                greeted.completeExceptionally(error);
              } else {
                isolation = Replies.isolation(reply);
                greeted.complete(this);
              }
            });
    return greeted;
  }

  /** The isolation of transactions that do not ask for one. */
  Isolation isolation() {
    return isolation;
  }

  /** Whether the server has begun a transaction with these options on this connection before. */
  boolean hasBegun(TransactionOptions options) {
    return begun.contains(options);
  }

  void rememberBegun(TransactionOptions options) {
    if (!begun.contains(options)) {
      begun.add(options);
    }
  }

  void whenClosed(Runnable action) {
    handler.whenClosed(action);
  }

  /** Closes the connection; an open transaction on it is aborted by the server. Idempotent. */
  @Override
  public void close() {
    close(new ConnectionException("the connection was closed here"));
  }

  /** Closes it; requests without a reply fail with {@code reason}. */
  void close(KlompException reason) {
    handler.close(reason);
    if (owned != null) {
      Loops.close(owned);
    }
  }
}
