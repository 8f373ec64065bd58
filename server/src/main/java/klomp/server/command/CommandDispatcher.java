package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import klomp.api.InvalidRequestException;
import klomp.api.KlompException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Batch;
import klomp.server.session.Futures;
import klomp.server.session.Session;
import klomp.server.session.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the command of a request and carries it out, or queues it while a batch is being made. */
public final class CommandDispatcher {

  private static final Logger LOG = LoggerFactory.getLogger(CommandDispatcher.class);
  private static final int SHOWN_NAME_LENGTH = 64;

  /** More than that may be written by way of many pages. */
  private static final int BRIEF_BYTES = 16 << 10;

  private static final Set<String> BRIEF =
      Set.of(
          "GET",
          "SET",
          "SETNX",
          "STRLEN",
          "GETFORUPDATE",
          "INCR",
          "DECR",
          "INCRBY",
          "DECRBY",
          "BEGIN",
          "SAVEPOINT",
          "RELEASE",
          "COMMIT",
          "XID",
          "XSTATUS",
          "MULTI",
          "PING",
          "ECHO");

  private final CommandTable table;

  public CommandDispatcher(CommandTable table) {
    this.table = table;
  }

  /**
   * Whether a request touches one key or none, or ends a small transaction, so that an event loop
   * may carry it out: it takes microseconds; or milliseconds where a page must be read, a value is
   * large, or the write-ahead log has no room. A wait for a lock or for the sync of a commit gives
   * a future.
   */
  public boolean isBrief(Session session, Request request) {
    return request.bytes() <= BRIEF_BYTES
        && BRIEF.contains(request.name())
        && !(request.name().equals("COMMIT") && session.isLarge());
  }

  /** The reply to {@code request}. The future never fails: errors are replies. */
  public CompletableFuture<RedisMessage> execute(Session session, Request request) {
    CompletableFuture<RedisMessage> reply =
        Futures.attempt(() -> carryOut(session, request, lookUp(session, request)));
    if (reply.isDone() && !reply.isCompletedExceptionally()) {
      return reply;
    }
    return reply.exceptionally(failure -> error(session, request, Futures.cause(failure)));
  }

  private Command lookUp(Session session, Request request) {
    Command command = table.find(request.name());
    if (command != null && command.accepts(request.size())) {
      return command;
    }
    refuseBatch(session);
    String shown = request.text(0);
    if (command == null) {
      throw new InvalidRequestException(
          "unknown command '"
              + shown.substring(0, Math.min(shown.length(), SHOWN_NAME_LENGTH))
              + "'");
    }
    throw new InvalidRequestException(
        "wrong number of arguments for '" + shown.toLowerCase(Locale.ROOT) + "' command");
  }

  private static CompletableFuture<RedisMessage> carryOut(
      Session session, Request request, Command command) {
    if (command.action() instanceof Action.Control control) {
      if (session.batch() != null && !control.inBatch()) {
        refuseBatch(session);
        throw new InvalidRequestException(command.name() + " inside MULTI is not allowed");
      }
      return control.handler().answer(session, request);
    }
    if (session.batch() != null) {
      return CommandTable.done(queue(session, request, command));
    }
    if (command.action() instanceof Action.Data data) {
      return session.run(data.parser().parse(request), data.readOnly());
    }
    Action.Plain plain = (Action.Plain) command.action();
    return CommandTable.done(plain.handler().answer(session, request));
  }

  private static RedisMessage queue(Session session, Request request, Command command) {
    Work work;
    if (command.action() instanceof Action.Data data) {
      try {
        work = data.parser().parse(request);
      } catch (KlompException e) {
        refuseBatch(session);
        throw e;
      }
    } else {
      Action.Plain plain = (Action.Plain) command.action();
      work = operations -> CommandTable.done(plain.handler().answer(session, request));
    }
    if (!session.batch().add(command.name(), request.bytes(), work)) {
      return Replies.error("TOOLARGE", "the commands of a MULTI have too many bytes");
    }
    return Replies.status("QUEUED");
  }

  private static void refuseBatch(Session session) {
    Batch batch = session.batch();
    if (batch != null) {
      batch.refuse();
    }
  }

  private static RedisMessage error(Session session, Request request, Throwable failure) {
    if (failure instanceof KlompException e) {
      return Replies.error(e.code(), String.valueOf(e.getMessage()));
    }
    if (failure instanceof CancellationException) {
      return Replies.error("ERR", "cancelled: " + failure.getMessage());
    }
    LOG.error("{} from {} failed", request.name(), session.address(), failure);
    return Replies.error("ERR", "internal error, see the server's log: " + failure);
  }
}
