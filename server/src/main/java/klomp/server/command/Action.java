package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.concurrent.CompletableFuture;
import klomp.server.resp.Request;
import klomp.server.session.Session;
import klomp.server.session.Work;

/** What a command does. */
sealed interface Action {

  /**
   * Works on data: in the open transaction, in the batch, or in a transaction of its own.
   *
   * @param readOnly whether it neither writes nor locks
   * @param parser checks the request, before anything has happened
   */
  record Data(boolean readOnly, Parser parser) implements Action {}

  /** Answers at once without touching data. */
  record Plain(PlainHandler handler) implements Action {}

  /**
   * Changes what state the session is in, or works on the store as a whole.
   *
   * @param inBatch whether it is carried out between MULTI and EXEC; otherwise it is refused there
   */
  record Control(boolean inBatch, ControlHandler handler) implements Action {}

  /** Makes a request to work, or throws if it is not valid. */
  @FunctionalInterface
  interface Parser {
    Work parse(Request request);
  }

  /** Answers a request. */
  @FunctionalInterface
  interface PlainHandler {
    RedisMessage answer(Session session, Request request);
  }

  /** Answers a request, perhaps later. */
  @FunctionalInterface
  interface ControlHandler {
    CompletableFuture<RedisMessage> answer(Session session, Request request);
  }
}
