package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import klomp.api.InvalidRequestException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Session;

/** MULTI and what belongs to it. */
final class BatchCommands {

  private BatchCommands() {}

  static void register(CommandTable table) {
    table.control("MULTI", 1, 1, CommandTable.ok((session, request) -> session.multi()));
    table.controlInBatch("EXEC", 1, 1, (session, request) -> session.exec());
    table.controlInBatch("DISCARD", 1, 1, CommandTable.ok((session, request) -> session.discard()));
    table.control(
        "WATCH",
        2,
        CommandTable.ANY,
        (session, request) -> session.watch(StringCommands.checkKeys(request.every(1, 1))));
    table.plain("UNWATCH", 1, 1, BatchCommands::unwatch);
  }

  /** In a batch this runs after the watches were checked, and EXEC ends them anyway. */
  private static RedisMessage unwatch(Session session, Request request) {
    if (session.open().isPresent()) {
      throw new InvalidRequestException("UNWATCH inside a transaction; nothing is watched");
    }
    session.unwatch();
    return Replies.ok();
  }
}
