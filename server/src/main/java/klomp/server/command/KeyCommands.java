package klomp.server.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import klomp.api.InvalidRequestException;
import klomp.api.Limits;
import klomp.api.TooLargeException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.resp.WireLimits;
import klomp.server.session.Operations;
import klomp.server.session.Work;

/**
 * Commands on several keys. All keys and values are checked before the first takes effect, so that
 * a command inside a transaction does all or nothing of its own.
 */
final class KeyCommands {

  private KeyCommands() {}

  static void register(CommandTable table) {
    table.read("EXISTS", 2, CommandTable.ANY, KeyCommands::exists);
    table.read("MGET", 2, CommandTable.ANY, KeyCommands::mget);
    table.write("MSET", 3, CommandTable.ANY, KeyCommands::mset);
    table.write("DEL", 2, CommandTable.ANY, KeyCommands::del);
  }

  private static Work exists(Request request) {
    List<byte[]> keys = StringCommands.checkKeys(request.every(1, 1));
    return operations -> {
      Stream<byte[]> values =
          operations.readsOneSnapshot()
              ? keys.stream().map(operations::get)
              : operations.multiGet(keys).stream();
      return CommandTable.done(Replies.number(values.filter(Objects::nonNull).count()));
    };
  }

  private static Work mget(Request request) {
    List<byte[]> keys = StringCommands.checkKeys(request.every(1, 1));
    return operations -> CommandTable.done(Replies.bulks(read(operations, keys)));
  }

  /** Reads at one point in time; key by key where that is so anyway, to stop at the limit. */
  private static List<byte[]> read(Operations operations, List<byte[]> keys) {
    List<byte[]> values;
    if (operations.readsOneSnapshot()) {
      values = new ArrayList<>(keys.size());
      long bytes = 0;
      for (byte[] key : keys) {
        byte[] value = operations.get(key);
        bytes += value == null ? 0 : value.length;
        checkReply(bytes);
        values.add(value);
      }
    } else {
      values = operations.multiGet(keys);
      checkReply(values.stream().mapToLong(value -> value == null ? 0 : value.length).sum());
    }
    return values;
  }

  private static void checkReply(long bytes) {
    if (bytes > WireLimits.MAX_REPLY_BYTES) {
      throw new TooLargeException(
          "a reply has at most " + WireLimits.MAX_REPLY_BYTES + " bytes; ask for fewer keys");
    }
  }

  private static Work mset(Request request) {
    if (request.size() % 2 == 0) {
      throw new InvalidRequestException("wrong number of arguments for 'mset' command");
    }
    List<byte[]> keys = StringCommands.checkKeys(request.every(1, 2));
    List<byte[]> values = request.every(2, 2);
    values.forEach(Limits::checkValue);
    return operations ->
        operations
            .each(keys.size(), index -> operations.put(keys.get(index), values.get(index)))
            .thenApply(nothing -> Replies.ok());
  }

  private static Work del(Request request) {
    List<byte[]> keys = StringCommands.checkKeys(request.every(1, 1));
    return operations -> {
      AtomicLong deleted = new AtomicLong();
      CompletableFuture<Void> all =
          operations.each(
              keys.size(),
              index ->
                  operations
                      .delete(keys.get(index))
                      .thenAccept(existed -> deleted.addAndGet(existed ? 1 : 0)));
      return all.thenApply(nothing -> Replies.number(deleted.get()));
    };
  }
}
