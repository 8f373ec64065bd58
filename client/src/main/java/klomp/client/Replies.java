package klomp.client;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import klomp.api.ConnectionException;
import klomp.api.Entry;
import klomp.api.Isolation;
import klomp.api.Statistics;
import klomp.api.TransactionStatus;

/** From messages of the codec to {@link Reply}, and from there to what an operation returns. */
final class Replies {

  /** Takes every reply as it is, errors too. */
  static final Function<Reply, Reply> RAW = reply -> reply;

  static final Function<Reply, Void> DONE = reply -> null;

  private Replies() {}

  static Reply of(RedisMessage message) {
    if (message instanceof FullBulkStringRedisMessage bulk) {
      return new Reply.Bulk(bulk.isNull() ? null : ByteBufUtil.getBytes(bulk.content()));
    }
    if (message instanceof SimpleStringRedisMessage status) {
      return new Reply.Status(status.content());
    }
    if (message instanceof IntegerRedisMessage number) {
      return new Reply.Int(number.value());
    }
    if (message instanceof ErrorRedisMessage error) {
      String text = error.content();
      int space = text.indexOf(' ');
      return space < 0
          ? new Reply.Failure(text, text)
          : new Reply.Failure(text.substring(0, space), text.substring(space + 1));
    }
    if (message instanceof ArrayRedisMessage array) {
      if (array.isNull()) {
        return new Reply.Multi(null);
      }
      List<Reply> elements = new ArrayList<>(array.children().size());
      for (RedisMessage child : array.children()) {
        elements.add(of(child));
      }
      return new Reply.Multi(elements);
    }
    throw unexpected(message.toString());
  }

  static byte[] bytes(Reply reply) {
    if (reply instanceof Reply.Bulk bulk) {
      return bulk.bytes();
    }
    throw unexpected(reply.toString());
  }

  static long number(Reply reply) {
    if (reply instanceof Reply.Int number) {
      return number.value();
    }
    throw unexpected(reply.toString());
  }

  static boolean isPositive(Reply reply) {
    return number(reply) > 0;
  }

  static String text(Reply reply) {
    if (reply instanceof Reply.Status status) {
      return status.text();
    }
    return new String(bytes(reply), StandardCharsets.UTF_8);
  }

  static List<byte[]> list(Reply reply) {
    if (reply instanceof Reply.Multi multi && multi.elements() != null) {
      List<byte[]> list = new ArrayList<>(multi.elements().size());
      for (Reply element : multi.elements()) {
        list.add(bytes(element));
      }
      return list;
    }
    throw unexpected(reply.toString());
  }

  /** Key, value, key, value. */
  static List<Entry> entries(Reply reply, boolean keysOnly) {
    List<byte[]> flat = list(reply);
    if (flat.size() % 2 != 0) {
      throw unexpected("a range of " + flat.size() + " elements");
    }
    List<Entry> entries = new ArrayList<>(flat.size() / 2);
    for (int i = 0; i < flat.size(); i += 2) {
      entries.add(new Entry(flat.get(i), keysOnly ? null : flat.get(i + 1)));
    }
    return entries;
  }

  /** The bytes in the strings of a reply. */
  static long size(Reply reply) {
    long size = 0;
    for (byte[] element : list(reply)) {
      size += element == null ? 0 : element.length;
    }
    return size;
  }

  /** From name and value of a setting; the API's default if the server does not have it. */
  static Isolation isolation(Reply reply) {
    if (reply instanceof Reply.Multi multi
        && multi.elements() != null
        && multi.elements().size() == 2) {
      String name = constant(text(multi.elements().get(1)));
      for (Isolation isolation : Isolation.values()) {
        if (isolation.name().equals(name)) {
          return isolation;
        }
      }
    }
    return Isolation.SNAPSHOT;
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
  }

  static TransactionStatus status(Reply reply) {
    String text = text(reply);
    String name = constant(text);
    for (TransactionStatus status : TransactionStatus.values()) {
      if (status.name().equals(name)) {
        return status;
      }
    }
    throw unexpected(text);
  }

  /**
   * The lines {@code dotted.name:number} of INFO, which are the store's; the rest is for people.
   */
  static Statistics statistics(Reply reply) {
    Map<String, Long> values = new TreeMap<>();
    for (String line : text(reply).split("\r?\n")) {
      int colon = line.indexOf(':');
      int dot = line.indexOf('.');
      if (dot > 0 && dot < colon && line.substring(colon + 1).matches("-?\\d{1,18}")) {
        values.put(line.substring(0, colon), Long.valueOf(line.substring(colon + 1)));
      }
    }
    return Statistics.of(values);
  }

  static ConnectionException unexpected(String what) {
    return new ConnectionException("the server gave an answer that does not fit: " + what);
  }
}
