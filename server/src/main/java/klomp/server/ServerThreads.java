package klomp.server;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a server: one that accepts, event loops for I/O, workers for commands, a timer.
 * Native epoll where there is any, or else NIO.
 */
final class ServerThreads {

  private static final long QUIET_MILLIS = 0;
  private static final long STOP_MILLIS = 5_000;

  final EventLoopGroup acceptor;
  final EventLoopGroup io;
  final ExecutorService workers;
  final ScheduledExecutorService timer;
  final Class<? extends ServerSocketChannel> channelType;

  ServerThreads(int ioThreads, int workerThreads) {
    boolean epoll = Epoll.isAvailable();
    acceptor = loops("klomp-accept", 1, epoll);
    io = loops("klomp-io", ioThreads, epoll);
    workers =
        Executors.newFixedThreadPool(workerThreads, new DefaultThreadFactory("klomp-worker", true));
    timer =
        Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("klomp-timer", true));
    channelType = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  private static EventLoopGroup loops(String name, int threads, boolean epoll) {
    IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name, true), handlers);
  }

  /** Ends all threads; work not yet begun is dropped. */
  void stop() {
    timer.shutdownNow();
    workers.shutdownNow();
    acceptor.shutdownGracefully(QUIET_MILLIS, STOP_MILLIS, TimeUnit.MILLISECONDS);
    io.shutdownGracefully(QUIET_MILLIS, STOP_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(STOP_MILLIS);
    acceptor.terminationFuture().awaitUninterruptibly(STOP_MILLIS);
  }
}
