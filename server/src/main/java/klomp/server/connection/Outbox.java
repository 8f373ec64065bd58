package klomp.server.connection;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import klomp.server.resp.Replies;

/**
 * Replies on their way to the client. They gather until {@link #flush}, which hands them to the
 * event loop in one piece. {@code unsent} counts the bytes handed over that the socket has not yet
 * taken; beyond {@link #MAX_UNSENT_BYTES} the connection answers no further request, so a client
 * that does not read its replies costs that much and one reply, and no more.
 *
 * <p>Used by the thread that runs the connection; only {@code unsent} and {@code underWay} are
 * shared.
 */
final class Outbox {

  static final long MAX_UNSENT_BYTES = 1 << 20;

  private static final int FLUSH_BYTES = 64 << 10;
  private static final int FLUSH_REPLIES = 512;

  private final Channel channel;
  private final Runnable onRoom;
  private final AtomicLong unsent = new AtomicLong();

  /** Batches on their way to the event loop, which must not be overtaken. */
  private final AtomicInteger underWay = new AtomicInteger();

  private List<RedisMessage> gathered = new ArrayList<>();
  private long gatheredBytes;

  /**
   * Creates an empty one.
   *
   * @param onRoom called by the event loop when there is room again
   */
  Outbox(Channel channel, Runnable onRoom) {
    this.channel = channel;
    this.onRoom = onRoom;
  }

  void add(RedisMessage reply) {
    gathered.add(reply);
    gatheredBytes += Replies.sizeBytes(reply);
    if (gatheredBytes >= FLUSH_BYTES || gathered.size() >= FLUSH_REPLIES) {
      flush();
    }
  }

  boolean isFull() {
    return unsent.get() > MAX_UNSENT_BYTES;
  }

  void flush() {
    send(false);
  }

  /** Sends what has gathered and closes the channel once the client was given all of it. */
  void flushAndClose() {
    send(true);
  }

  private void send(boolean close) {
    List<RedisMessage> batch = gathered;
    if (batch.isEmpty() && !close) {
      return;
    }
    long bytes = gatheredBytes;
    gathered = new ArrayList<>();
    gatheredBytes = 0;
    unsent.addAndGet(bytes);
    if (channel.eventLoop().inEventLoop() && underWay.get() == 0) {
      write(batch, bytes, close);
    } else {
      underWay.incrementAndGet();
      channel
          .eventLoop()
          .execute(
              () -> {
                underWay.decrementAndGet();
                write(batch, bytes, close);
              });
    }
  }

  private void write(List<RedisMessage> batch, long bytes, boolean close) {
    ChannelFuture last = null;
    for (RedisMessage reply : batch) {
      last = channel.write(reply);
    }
    if (last != null) {
      last.addListener(sent -> sent(bytes));
    }
    if (close) {
      // Behind all that was written before, now or earlier.
      channel.write(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
    channel.flush();
  }

  private void sent(long bytes) {
    long before = unsent.getAndAdd(-bytes);
    if (before > MAX_UNSENT_BYTES && before - bytes <= MAX_UNSENT_BYTES) {
      onRoom.run();
    }
  }
}
