package klomp.client;

import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import klomp.api.CommitUnknownException;
import klomp.api.ConnectionException;
import klomp.api.KlompException;
import klomp.api.Limits;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.api.TransactionStatus;

/**
 * A store at the other end of a network. Safe for use by any number of threads.
 *
 * <p>Connections are made when needed, kept, and replaced when broken. An open transaction has a
 * connection to itself: close transactions, or others wait for a connection until {@link
 * ClientOptions#acquireTimeout()}. A connection that breaks ends its transaction with {@link
 * ConnectionException}; if that happens during the commit of a transaction that has written, with
 * {@link CommitUnknownException}, whose message names the xid to ask {@link #status} about (as does
 * {@link Transaction#xid()}).
 *
 * <p>{@link #begin} does not wait for the server: a server that refuses the transaction makes its
 * first operation fail. The snapshot is taken when the server reads the BEGIN, which is under way
 * when {@code begin} returns.
 *
 * <p>Operations without a transaction, such as {@link #get}, are each a transaction of their own in
 * one round trip.
 */
public final class KlompClient implements Store {

  private static final Duration CHECKPOINT_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration VACUUM_TIMEOUT = Duration.ofHours(12);

  private final EventLoopGroup loops;
  private final Pool pool;

  private KlompClient(InetSocketAddress address, ClientOptions options) {
    loops = Loops.open();
    pool = new Pool(new Connector(address, options, loops), options, loops);
  }

  /**
   * Connects to a host by name, with {@link ClientOptions#DEFAULT}.
   *
   * @throws ConnectionException if there is no server
   */
  public static KlompClient connect(String host, int port) {
    return connect(InetSocketAddress.createUnresolved(host, port), ClientOptions.DEFAULT);
  }

  /**
   * Makes a first connection, to find out whether there is a server. An unresolved address is
   * looked up anew for each connection.
   *
   * @throws ConnectionException if there is no server
   */
  public static KlompClient connect(InetSocketAddress address, ClientOptions options) {
    KlompClient client = new KlompClient(address, options);
    try {
      client.pool.release(Loops.await(client.pool.acquire()));
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public Transaction begin(TransactionOptions options) {
    return Loops.await(beginAsync(options));
  }

  /** {@link #begin} without waiting for a free connection. */
  public CompletableFuture<Transaction> beginAsync(TransactionOptions options) {
    return pool.acquire()
        .thenApply(session -> new RemoteTransaction(new Conversation(pool, session, options)));
  }

  /** The committed value of {@code key}, or null if there is none. */
  public byte[] get(byte[] key) {
    return Loops.await(getAsync(key));
  }

  public CompletableFuture<byte[]> getAsync(byte[] key) {
    return read(Command.get(Limits.checkKey(key)), Replies::bytes);
  }

  /** Sets {@code key} to {@code value} and commits; waits for its lock. */
  public void put(byte[] key, byte[] value) {
    Loops.await(putAsync(key, value));
  }

  public CompletableFuture<Void> putAsync(byte[] key, byte[] value) {
    return write(Command.set(Limits.checkKey(key), Limits.checkValue(value)), Replies.DONE);
  }

  /** Removes {@code key} and commits; tells whether there was a value. */
  public boolean delete(byte[] key) {
    return Loops.await(deleteAsync(key));
  }

  public CompletableFuture<Boolean> deleteAsync(byte[] key) {
    return write(Command.of("DEL", Limits.checkKey(key)), Replies::isPositive);
  }

  @Override
  public TransactionStatus status(long xid) {
    return Loops.await(
        read(Command.of("XSTATUS", Command.word(Long.toString(xid))), Replies::status));
  }

  /** {@inheritDoc} Waits for at most ten minutes. */
  @Override
  public void checkpoint() {
    Loops.await(
        run(new Request<>(Command.of("CHECKPOINT"), Replies.DONE).within(CHECKPOINT_TIMEOUT)));
  }

  /** {@inheritDoc} Waits for at most twelve hours. */
  @Override
  public void vacuum() {
    Loops.await(run(new Request<>(Command.of("VACUUM"), Replies.DONE).within(VACUUM_TIMEOUT)));
  }

  @Override
  public Statistics statistics() {
    return Loops.await(read(Command.of("INFO"), Replies::statistics));
  }

  private <T> CompletableFuture<T> read(byte[][] command, Function<Reply, T> decoder) {
    return run(new Request<>(command, decoder));
  }

  private <T> CompletableFuture<T> write(byte[][] command, Function<Reply, T> decoder) {
    return run(new Request<>(command, decoder).whenLost(KlompClient::writeLost));
  }

  private static KlompException writeLost(KlompException cause) {
    return new CommitUnknownException(
        "the connection was lost during a write outside a transaction, which may have happened ("
            + cause.getMessage()
            + ")",
        cause);
  }

  /** Runs one command outside any transaction on a connection of its own. */
  private <T> CompletableFuture<T> run(Request<T> request) {
    CompletableFuture<Session> acquired = pool.acquire();
    if (!acquired.isDone()) {
      request.keep();
    }
    acquired.whenComplete(
        (session, error) -> {
          if (error != null) {
            request.refuse(Errors.here(error));
          } else {
            request.whenSettled((value, failure) -> pool.release(session));
            session.send(request);
          }
        });
    return request;
  }

  /** Aborts open transactions by closing their connections. Idempotent. */
  @Override
  public void close() {
    pool.close();
    Loops.close(loops);
  }
}
