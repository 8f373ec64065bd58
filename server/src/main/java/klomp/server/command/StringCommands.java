package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import klomp.api.Limits;
import klomp.api.TransactionOverException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Operations;
import klomp.server.session.Session;
import klomp.server.session.Work;

/** Commands on the value of a key. */
final class StringCommands {

  private StringCommands() {}

  static void register(CommandTable table) {
    table.read("GET", 2, 2, StringCommands::get);
    table.read("STRLEN", 2, 2, StringCommands::strlen);
    table.write("SET", 3, CommandTable.ANY, request -> SetArguments.parse(request)::run);
    table.write("SETNX", 3, 3, StringCommands::setnx);
    table.write("GETSET", 3, 3, StringCommands::getset);
    table.write("GETDEL", 2, 2, StringCommands::getdel);
    table.write("APPEND", 3, 3, StringCommands::append);
    table.control("GETFORUPDATE", 2, 2, StringCommands::getForUpdate);
  }

  private static Work get(Request request) {
    byte[] key = request.bytes(1);
    return operations -> CommandTable.done(Replies.bulk(operations.get(key)));
  }

  private static Work strlen(Request request) {
    byte[] key = request.bytes(1);
    return operations -> {
      byte[] value = operations.get(key);
      return CommandTable.done(Replies.number(value == null ? 0 : value.length));
    };
  }

  private static Work setnx(Request request) {
    byte[] key = request.bytes(1);
    byte[] value = Limits.checkValue(request.bytes(2));
    return operations ->
        operations.then(
            operations.getForUpdate(key),
            old ->
                old != null
                    ? CommandTable.done(Replies.flag(false))
                    : put(operations, key, value, Replies.flag(true)));
  }

  private static Work getset(Request request) {
    byte[] key = request.bytes(1);
    byte[] value = Limits.checkValue(request.bytes(2));
    return operations ->
        operations.then(
            operations.getForUpdate(key), old -> put(operations, key, value, Replies.bulk(old)));
  }

  private static Work getdel(Request request) {
    byte[] key = request.bytes(1);
    return operations ->
        operations.then(
            operations.getForUpdate(key),
            old ->
                old == null
                    ? CommandTable.done(Replies.bulk(null))
                    : operations.delete(key).thenApply(deleted -> Replies.bulk(old)));
  }

  private static Work append(Request request) {
    byte[] key = request.bytes(1);
    byte[] suffix = request.bytes(2);
    return operations ->
        operations.then(
            operations.getForUpdate(key),
            old -> {
              byte[] value = old == null ? suffix : joined(old, suffix);
              return put(operations, key, value, Replies.number(value.length));
            });
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** A lock that ends with the command would promise what it cannot hold. */
  private static CompletableFuture<RedisMessage> getForUpdate(Session session, Request request) {
    if (session.open().isEmpty()) {
      throw new TransactionOverException("GETFORUPDATE holds its lock in a transaction; BEGIN one");
    }
    byte[] key = request.bytes(1);
    return session.run(operations -> operations.getForUpdate(key).thenApply(Replies::bulk), false);
  }

  static CompletableFuture<RedisMessage> put(
      Operations operations, byte[] key, byte[] value, RedisMessage reply) {
    return operations.put(key, value).thenApply(nothing -> reply);
  }

  static List<byte[]> checkKeys(List<byte[]> keys) {
    keys.forEach(Limits::checkKey);
    return keys;
  }
}
