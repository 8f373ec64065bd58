package klomp.api;

/** The fate of a transaction or subtransaction. */
public enum TransactionStatus {
  IN_PROGRESS,
  COMMITTED,
  ABORTED
}
