package klomp.server.session;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import klomp.api.Isolation;
import klomp.api.Store;

/**
 * What all sessions share.
 *
 * @param store the store; the owner of the server closes it
 * @param isolation the store's default isolation
 * @param workers where commands run
 * @param timer starts delayed work, which it hands to {@code workers}
 * @param counters what the server counts
 */
public record Environment(
    Store store,
    Isolation isolation,
    Executor workers,
    ScheduledExecutorService timer,
    Counters counters) {}
