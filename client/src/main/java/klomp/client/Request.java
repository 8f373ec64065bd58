package klomp.client;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import klomp.api.KlompException;

/**
 * A command on its way and the future of its answer, in one object. Made by any thread; settled on
 * the event loop of its connection, once. A caller that completes or cancels the future changes
 * only what the caller sees: {@link Settled} runs in any case, and before the future completes.
 */
final class Request<T> extends CompletableFuture<T> {

  /** Learns the outcome on the event loop; exactly one of the two is meant if error is not null. */
  @FunctionalInterface
  interface Settled<T> {
    void settle(T value, KlompException error);
  }

  private byte[][] command;
  private final Function<Reply, T> decoder;
  private UnaryOperator<KlompException> lost = e -> e;
  private Settled<T> settled;
  private ByteBuf encoded;
  private long timeoutNanos;
  private long deadlineNanos;

  Request(byte[][] command, Function<Reply, T> decoder) {
    this.command = command;
    this.decoder = decoder;
  }

  /** What a connection lost after the request was written means for it; set before sending. */
  Request<T> whenLost(UnaryOperator<KlompException> meaning) {
    lost = meaning;
    return this;
  }

  /** Runs before the future completes; set before sending. */
  Request<T> whenSettled(Settled<T> listener) {
    settled = listener;
    return this;
  }

  /** A time-out of its own, for a command that has the connection to itself; set before sending. */
  Request<T> within(Duration timeout) {
    timeoutNanos = timeout.toNanos();
    return this;
  }

  /** Copies the arguments, for a request that is sent after the call that made it has returned. */
  Request<T> keep() {
    byte[][] copy = new byte[command.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = command[i].clone();
    }
    command = copy;
    return this;
  }

  byte[][] command() {
    return command;
  }

  void encoded(ByteBuf buffer) {
    encoded = buffer;
  }

  ByteBuf encoded() {
    return encoded;
  }

  void written(long nowNanos, long defaultTimeoutNanos) {
    deadlineNanos = nowNanos + Math.max(timeoutNanos, defaultTimeoutNanos);
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  void answer(Reply reply) {
    T value = null;
    KlompException error = null;
    if (reply instanceof Reply.Failure failure && decoder != Replies.RAW) {
      error = failure.toException();
    } else {
      try {
        value = decoder.apply(reply);
      } catch (KlompException e) {
        error = e;
      }
    }
    settle(value, error);
  }

  /** The connection is gone and the server may or may not have done what was asked. */
  void lose(KlompException cause) {
    settle(null, lost.apply(cause));
  }

  /** The request was not written: the server has not seen it. */
  void refuse(KlompException error) {
    settle(null, error);
  }

  private void settle(T value, KlompException error) {
    if (settled != null) {
      settled.settle(value, error);
    }
    if (error == null) {
      complete(value);
    } else {
      completeExceptionally(error);
    }
  }
}
