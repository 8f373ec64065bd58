package klomp.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import klomp.api.Isolation;
import klomp.api.Store;
import klomp.server.command.CommandDispatcher;
import klomp.server.command.CommandTable;
import klomp.server.command.ServerInfo;
import klomp.server.connection.Connections;
import klomp.server.session.Counters;
import klomp.server.session.Environment;
import klomp.server.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running server. It uses the store that it was given and does not close it. Safe for use by any
 * thread.
 */
public final class KlompServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KlompServer.class);
  private static final int BACKLOG = 1024;

  private final ServerOptions options;
  private final ServerThreads threads;
  private final Connections connections;
  private final Channel listener;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Starts a server; it accepts connections when this returns.
   *
   * @param isolation the default isolation of {@code store}
   * @param settings what CONFIG GET shows, by name
   * @throws UncheckedIOException if it cannot listen there
   */
  public static KlompServer start(
      Store store, Isolation isolation, ServerOptions options, SortedMap<String, String> settings) {
    return new KlompServer(store, isolation, options, settings);
  }

  private KlompServer(
      Store store, Isolation isolation, ServerOptions options, SortedMap<String, String> settings) {
    this.options = options;
    threads = new ServerThreads(options.ioThreads(), options.workers());
    Environment environment =
        new Environment(store, isolation, threads.workers, threads.timer, new Counters());
    Supplier<List<Session>> sessions = this::sessions;
    ServerInfo info =
        new ServerInfo(version(), Instant.now(), settings, () -> address().getPort(), sessions);
    connections = new Connections(environment, new CommandDispatcher(CommandTable.of(info)));
    listener = listen();
  }

  private List<Session> sessions() {
    return connections.sessions();
  }

  private static String version() {
    String version = KlompServer.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private Channel listen() {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(threads.acceptor, threads.io)
            .channel(threads.channelType)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(connections.initializer());
    ChannelFuture bound = bootstrap.bind(options.bind(), options.port()).awaitUninterruptibly();
    if (bound.isSuccess()) {
      return bound.channel();
    }
    threads.stop();
    Throwable cause = bound.cause();
    String reason =
        cause instanceof UnresolvedAddressException
            ? "there is no such address"
            : String.valueOf(cause.getMessage());
    String where = options.bind() + ":" + options.port();
    throw new UncheckedIOException(
        new IOException("cannot listen on " + where + ": " + reason, cause));
  }

  /** Where it listens, with the real port if 0 was asked for. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /**
   * Shuts down: accepts nobody new, lets every connection answer what it has received for as long
   * as the grace allows, closes all, and undoes the transactions that were open. Idempotent.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    listener.close().awaitUninterruptibly();
    if (!connections.drain(options.grace().toMillis())) {
      LOG.error("some connections did not end; their transactions end with the store");
    }
    threads.stop();
  }
}
