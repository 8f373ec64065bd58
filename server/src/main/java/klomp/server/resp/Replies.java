package klomp.server.resp;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes replies. Their content is on the heap, so that none of them needs to be released. */
public final class Replies {

  private static final int HEADER_BYTES = 16;

  private Replies() {}

  public static RedisMessage ok() {
    return status("OK");
  }

  public static RedisMessage status(String text) {
    return new SimpleStringRedisMessage(text);
  }

  public static RedisMessage number(long number) {
    return new IntegerRedisMessage(number);
  }

  public static RedisMessage flag(boolean flag) {
    return number(flag ? 1 : 0);
  }

  /** A byte string, or nil for null. */
  public static RedisMessage bulk(byte[] bytes) {
    if (bytes == null) {
      return FullBulkStringRedisMessage.NULL_INSTANCE;
    }
    return new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(bytes));
  }

  public static RedisMessage text(String text) {
    return bulk(text.getBytes(StandardCharsets.UTF_8));
  }

  public static RedisMessage array(List<RedisMessage> elements) {
    return elements.isEmpty() ? ArrayRedisMessage.EMPTY_INSTANCE : new ArrayRedisMessage(elements);
  }

  public static RedisMessage bulks(List<byte[]> elements) {
    List<RedisMessage> replies = new ArrayList<>(elements.size());
    for (byte[] element : elements) {
      replies.add(bulk(element));
    }
    return array(replies);
  }

  public static RedisMessage nilArray() {
    return ArrayRedisMessage.NULL_INSTANCE;
  }

  /** An error whose first word is {@code code}; line breaks become spaces. */
  public static RedisMessage error(String code, String message) {
    return new ErrorRedisMessage((code + " " + message).replace('\r', ' ').replace('\n', ' '));
  }

  public static boolean isError(RedisMessage reply) {
    return reply instanceof ErrorRedisMessage;
  }

  /** About how many bytes the reply takes, in memory and on the wire. */
  public static long sizeBytes(RedisMessage reply) {
    if (reply instanceof FullBulkStringRedisMessage bulk) {
      return HEADER_BYTES + bulk.content().readableBytes();
    }
    if (reply instanceof ArrayRedisMessage array && !array.isNull()) {
      long sum = HEADER_BYTES;
      for (RedisMessage child : array.children()) {
        sum += sizeBytes(child);
      }
      return sum;
    }
    if (reply instanceof ErrorRedisMessage error) {
      return HEADER_BYTES + error.content().length();
    }
    return HEADER_BYTES;
  }
}
