package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.Locale;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.TransactionOptions;
import klomp.api.TransactionStatus;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.OpenTransaction;
import klomp.server.session.Session;

/** Begin to end of a transaction, its savepoints, and the fate of any. */
final class TransactionCommands {

  private static final String BEGIN_SYNTAX =
      "syntax error: BEGIN [READ COMMITTED | SNAPSHOT | SERIALIZABLE] [READ ONLY] [SYNC | ASYNC]";

  private TransactionCommands() {}

  static void register(CommandTable table) {
    table.control(
        "BEGIN", 1, 6, CommandTable.ok((session, request) -> session.begin(parseOptions(request))));
    table.control("COMMIT", 1, 1, (session, request) -> session.commit());
    table.control("ROLLBACK", 1, 4, CommandTable.ok(TransactionCommands::rollback));
    table.control("ABORT", 1, 1, CommandTable.ok((session, request) -> session.rollback()));
    table.control(
        "SAVEPOINT",
        2,
        2,
        CommandTable.ok((session, request) -> session.requireOpen().savepoint(request.text(1))));
    table.control("RELEASE", 2, 3, CommandTable.ok(TransactionCommands::release));
    table.control(
        "XSTATUS",
        2,
        2,
        (session, request) -> CommandTable.done(status(session, request.number(1))));
    table.control(
        "XID",
        1,
        1,
        (session, request) ->
            CommandTable.done(Replies.number(session.open().map(OpenTransaction::xid).orElse(0L))));
  }

  static RedisMessage status(Session session, long xid) {
    TransactionStatus status = session.environment().store().status(xid);
    return Replies.status(status.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static TransactionOptions parseOptions(Request request) {
    TransactionOptions options = TransactionOptions.DEFAULT;
    for (int i = 1; i < request.size(); i++) {
      String word = request.word(i);
      String following = i + 1 < request.size() ? request.word(i + 1) : "";
      if (word.equals("READ") && following.equals("ONLY") && !options.readOnly()) {
        options = options.withReadOnly(true);
        i++;
      } else if (word.equals("READ") && following.equals("COMMITTED")) {
        options = isolation(options, Isolation.READ_COMMITTED);
        i++;
      } else if (word.equals("SNAPSHOT")) {
        options = isolation(options, Isolation.SNAPSHOT);
      } else if (word.equals("SERIALIZABLE")) {
        options = isolation(options, Isolation.SERIALIZABLE);
      } else if ((word.equals("SYNC") || word.equals("ASYNC")) && options.durability() == null) {
        options = options.withDurability(Durability.valueOf(word));
      } else {
        throw new InvalidRequestException(BEGIN_SYNTAX);
      }
    }
    return options;
  }

  private static TransactionOptions isolation(TransactionOptions options, Isolation isolation) {
    if (options.isolation() != null) {
      throw new InvalidRequestException(BEGIN_SYNTAX);
    }
    return options.withIsolation(isolation);
  }

  private static void rollback(Session session, Request request) {
    if (request.size() == 1) {
      session.rollback();
      return;
    }
    boolean to = request.word(1).equals("TO");
    boolean longForm = request.size() == 4 && request.word(2).equals("SAVEPOINT");
    if (!to || (request.size() != 3 && !longForm)) {
      throw new InvalidRequestException("syntax error: ROLLBACK [TO [SAVEPOINT] name]");
    }
    session.requireOpen().rollbackTo(request.text(request.size() - 1));
  }

  private static void release(Session session, Request request) {
    if (request.size() == 3 && !request.word(1).equals("SAVEPOINT")) {
      throw new InvalidRequestException("syntax error: RELEASE [SAVEPOINT] name");
    }
    session.requireOpen().release(request.text(request.size() - 1));
  }
}
