package klomp.server.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.redis.RedisEncoder;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import klomp.server.command.CommandDispatcher;
import klomp.server.resp.InlineDecoder;
import klomp.server.resp.RequestAssembler;
import klomp.server.session.Environment;
import klomp.server.session.Session;

/** All connections of a server, from the accept until what they had open is undone. */
public final class Connections {

  private final Environment environment;
  private final CommandDispatcher dispatcher;
  private final Map<Long, Connection> open = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final Object ends = new Object();
  private volatile boolean draining;

  public Connections(Environment environment, CommandDispatcher dispatcher) {
    this.environment = environment;
    this.dispatcher = dispatcher;
  }

  /** Sets the pipeline of a new connection up. */
  public ChannelInitializer<SocketChannel> initializer() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(new InlineDecoder());
        pipeline.addLast(new RequestAssembler());
        pipeline.addLast(new RedisEncoder());
        pipeline.addLast(new ConnectionHandler(accept(channel)));
      }
    };
  }

  private Connection accept(Channel channel) {
    long id = ids.incrementAndGet();
    Session session = new Session(id, text(channel), environment);
    Connection connection = new Connection(channel, session, dispatcher, () -> ended(id));
    environment.counters().connected();
    open.put(id, connection);
    if (draining) {
      connection.drain();
    }
    return connection;
  }

  private static String text(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress() + ":" + address.getPort()
        : "unknown";
  }

  /** The sessions of all connections, oldest first. */
  public List<Session> sessions() {
    return open.values().stream()
        .map(Connection::session)
        .sorted(Comparator.comparingLong(Session::id))
        .toList();
  }

  /**
   * Lets every connection answer what it has received and closes it; closes those that take longer
   * than {@code millis}, and waits as long again for them.
   *
   * @return whether all have ended
   */
  public boolean drain(long millis) {
    draining = true;
    open.values().forEach(Connection::drain);
    if (awaitEnds(millis)) {
      return true;
    }
    open.values().forEach(Connection::kill);
    return awaitEnds(millis);
  }

  private void ended(long id) {
    open.remove(id);
    synchronized (ends) {
      ends.notifyAll();
    }
  }

  private boolean awaitEnds(long millis) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    synchronized (ends) {
      while (!open.isEmpty()) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          break;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(ends, Math.max(left, 1_000_000));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return open.isEmpty();
  }
}
