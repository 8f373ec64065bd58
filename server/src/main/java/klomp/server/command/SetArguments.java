package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.concurrent.CompletableFuture;
import klomp.api.InvalidRequestException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Operations;

/** {@code SET key value [NX | XX] [GET]}. */
record SetArguments(byte[] key, byte[] value, When when, boolean returnOld) {

  /** The condition on the key. */
  enum When {
    ALWAYS,
    ABSENT,
    PRESENT
  }

  static SetArguments parse(Request request) {
    When when = When.ALWAYS;
    boolean get = false;
    for (int i = 3; i < request.size(); i++) {
      String option = request.word(i);
      switch (option) {
        case "NX", "XX" -> {
          if (when != When.ALWAYS) {
            throw new InvalidRequestException("syntax error: SET takes one of NX and XX");
          }
          when = option.equals("NX") ? When.ABSENT : When.PRESENT;
        }
        case "GET" -> get = true;
        case "EX", "PX", "EXAT", "PXAT", "KEEPTTL" ->
            throw new InvalidRequestException(
                option + " is not supported: keys do not expire; SET takes NX, XX and GET");
        default -> throw new InvalidRequestException("syntax error: SET key value [NX | XX] [GET]");
      }
    }
    return new SetArguments(request.bytes(1), request.bytes(2), when, get);
  }

  CompletableFuture<RedisMessage> run(Operations operations) {
    if (when == When.ALWAYS && !returnOld) {
      return StringCommands.put(operations, key, value, Replies.ok());
    }
    return operations.then(operations.getForUpdate(key), old -> decide(operations, old));
  }

  private CompletableFuture<RedisMessage> decide(Operations operations, byte[] old) {
    boolean set =
        switch (when) {
          case ALWAYS -> true;
          case ABSENT -> old == null;
          case PRESENT -> old != null;
        };
    if (!set) {
      return CommandTable.done(Replies.bulk(returnOld ? old : null));
    }
    return StringCommands.put(operations, key, value, returnOld ? Replies.bulk(old) : Replies.ok());
  }
}
