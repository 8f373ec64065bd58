package klomp.xid;

import java.util.List;

/**
 * The running set as a checkpoint needs it.
 *
 * @param next the next xid to be handed out
 * @param limit no xid at or above it was handed out
 * @param unfinished transactions and subtransactions that had neither ended nor logged a commit,
 *     ascending
 * @param committing those that had logged their commit but not yet left the running set
 */
public record XidState(
    long next, long limit, long[] unfinished, List<RunningTransaction> committing) {}
