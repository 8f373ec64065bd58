package klomp.server.session;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.concurrent.CompletableFuture;

/** What a command does inside a transaction. It has no effect but through its operations. */
@FunctionalInterface
public interface Work {

  CompletableFuture<RedisMessage> run(Operations operations);
}
