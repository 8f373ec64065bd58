package klomp.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import klomp.api.ConnectionException;
import klomp.api.KlompException;
import klomp.api.StoreClosedException;

/**
 * One connection: writes requests and pairs the replies with them, in order.
 *
 * <p>{@link #send} is for any thread and keeps each thread's order. Everything else runs on the
 * event loop of the channel, which owns all fields but {@code closed}. Invariants: {@code pending}
 * holds, oldest first, exactly the requests that were written and have no reply; once {@code cause}
 * is set nothing is written any more and every request fails at once.
 *
 * <p>Time-outs cost nothing per request: deadlines are in the order of {@code pending}, so one
 * timer, set for the oldest, is enough. (A request with a longer one of its own delays those behind
 * it, which is why it should be the last.)
 */
final class SessionHandler extends SimpleChannelInboundHandler<RedisMessage> {

  private final String peer;
  private final long timeoutNanos;
  private final ArrayDeque<Request<?>> pending = new ArrayDeque<>();
  private Channel channel;
  private EventLoop loop;
  private KlompException cause;
  private boolean timerRuns;
  private volatile boolean closed;

  SessionHandler(String peer, long timeoutNanos) {
    this.peer = peer;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    loop = channel.eventLoop();
  }

  boolean isOpen() {
    return !closed;
  }

  /** Encodes on the calling thread, so that the arrays are the caller's again on return. */
  <T> Request<T> send(Request<T> request) {
    request.encoded(Command.encode(channel.alloc(), request.command()));
    if (loop.inEventLoop()) {
      transmit(request);
    } else {
      try {
        loop.execute(() -> transmit(request));
      } catch (RejectedExecutionException e) {
        request.encoded().release();
        request.refuse(new StoreClosedException("the client is closed"));
      }
    }
    return request;
  }

  private void transmit(Request<?> request) {
    if (cause != null) {
      request.encoded().release();
      request.refuse(cause);
      return;
    }
    request.written(System.nanoTime(), timeoutNanos);
    pending.add(request);
    channel.writeAndFlush(request.encoded(), channel.voidPromise());
    if (!timerRuns) {
      startTimer(timeoutNanos);
    }
  }

  private void startTimer(long nanos) {
    timerRuns = true;
    loop.schedule(this::checkOldest, nanos, TimeUnit.NANOSECONDS);
  }

  private void checkOldest() {
    timerRuns = false;
    Request<?> oldest = pending.peek();
    if (oldest == null) {
      return;
    }
    long left = oldest.deadlineNanos() - System.nanoTime();
    if (left > 0) {
      startTimer(left);
    } else {
      end(
          new ConnectionException(
              peer
                  + " gave no answer within "
                  + TimeUnit.NANOSECONDS.toMillis(timeoutNanos)
                  + " ms; the connection is closed"));
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, RedisMessage message) {
    Reply reply = Replies.of(message);
    Request<?> request = pending.poll();
    if (request == null) {
      end(Replies.unexpected("a reply to nothing, " + reply));
    } else {
      request.answer(reply);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(new ConnectionException("the connection to " + peer + " was closed by the other side"));
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
    end(
        new ConnectionException(
            "the connection to " + peer + " failed: " + error.getMessage(), error));
  }

  /** Closes the connection for {@code reason}, which every request without a reply gets. */
  private void end(KlompException reason) {
    if (cause != null) {
      return;
    }
    cause = reason;
    closed = true;
    channel.close();
    for (Request<?> request; (request = pending.poll()) != null; ) {
      request.lose(reason);
    }
  }

  /** For any thread. */
  void close(KlompException reason) {
    closed = true;
    try {
      loop.execute(() -> end(reason));
    } catch (RejectedExecutionException e) {
      // The event loops were shut down, and they close their channels.
      channel.close();
    }
  }

  void whenClosed(Runnable action) {
    channel.closeFuture().addListener(future -> action.run());
  }
}
