package klomp.api;

/**
 * Where a transaction stands.
 *
 * <pre>
 * ACTIVE --conflict, deadlock, time-out--> FAILED --rollbackTo--> ACTIVE
 * ACTIVE --commit--> COMMITTED          ACTIVE, FAILED --abort--> ABORTED
 * </pre>
 */
public enum TransactionState {
  /** Takes operations. */
  ACTIVE,
  /** An operation failed; takes only a rollback, whole or to a savepoint. */
  FAILED,
  /** Over: its commit was asked for. */
  COMMITTED,
  /** Over: undone. */
  ABORTED
}
