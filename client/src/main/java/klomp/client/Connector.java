package klomp.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import klomp.api.ConnectionException;
import klomp.api.StoreClosedException;

/** Makes connections, with several attempts and jittered pauses inside one time limit. */
final class Connector {

  private static final int MAX_REPLY_LINE_BYTES = 1 << 20;
  private static final int MAX_ARRAY_ELEMENTS = 1 << 26;
  private static final int MAX_ARRAY_DEPTH = 32;
  private static final int MAX_REQUESTS_A_FLUSH = 256;

  private final InetSocketAddress address;
  private final ClientOptions options;
  private final EventLoopGroup loops;
  private final Bootstrap bootstrap;

  Connector(InetSocketAddress address, ClientOptions options, EventLoopGroup loops) {
    this.address = address;
    this.options = options;
    this.loops = loops;
    this.bootstrap =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .remoteAddress(address)
            .handler(new Initializer(peer(), options.requestTimeout().toNanos()));
  }

  String peer() {
    return address.getHostString() + ":" + address.getPort();
  }

  /** A new connection; fails with {@link ConnectionException} after the last attempt. */
  CompletableFuture<Session> open() {
    CompletableFuture<Session> opened = new CompletableFuture<>();
    attempt(opened, 1, System.nanoTime() + options.connectTimeout().toNanos());
    return opened;
  }

  private void attempt(CompletableFuture<Session> opened, int number, long deadlineNanos) {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
    ChannelFuture connecting;
    try {
      connecting =
          bootstrap
              .clone()
              .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.max(1, leftMillis))
              .connect();
    } catch (IllegalStateException | RejectedExecutionException e) {
      opened.completeExceptionally(new StoreClosedException("the client is closed", e));
      return;
    }
    connecting.addListener(
        done -> {
          if (done.isSuccess()) {
            Channel channel = connecting.channel();
            opened.complete(new Session(channel.pipeline().get(SessionHandler.class)));
          } else {
            failed(opened, number, deadlineNanos, done.cause());
          }
        });
  }

  private void failed(
      CompletableFuture<Session> opened, int number, long deadlineNanos, Throwable cause) {
    long pauseNanos =
        ThreadLocalRandom.current().nextLong(options.reconnect().pauseNanos(number) + 1);
    boolean inTime = System.nanoTime() + pauseNanos < deadlineNanos;
    if (loops.isShuttingDown()) {
      opened.completeExceptionally(new StoreClosedException("the client is closed", cause));
    } else if (number < options.reconnect().maxAttempts() && inTime) {
      loops
          .next()
          .schedule(
              () -> attempt(opened, number + 1, deadlineNanos), pauseNanos, TimeUnit.NANOSECONDS);
    } else {
      opened.completeExceptionally(
          new ConnectionException(
              "cannot connect to "
                  + peer()
                  + " ("
                  + number
                  + (number == 1 ? " attempt): " : " attempts): ")
                  + cause.getMessage(),
              cause));
    }
  }

  private static final class Initializer extends ChannelInitializer<Channel> {
    private final String peer;
    private final long timeoutNanos;

    Initializer(String peer, long timeoutNanos) {
      this.peer = peer;
      this.timeoutNanos = timeoutNanos;
    }

    @Override
    protected void initChannel(Channel channel) {
      channel
          .pipeline()
          .addLast(
              new FlushConsolidationHandler(MAX_REQUESTS_A_FLUSH, true),
              new RedisDecoder(MAX_REPLY_LINE_BYTES, FixedRedisMessagePool.INSTANCE),
              new RedisBulkStringAggregator(),
              new RedisArrayAggregator(MAX_ARRAY_ELEMENTS, MAX_ARRAY_DEPTH),
              new SessionHandler(peer, timeoutNanos));
    }
  }
}
