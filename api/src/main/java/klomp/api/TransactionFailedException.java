package klomp.api;

/** The transaction has failed: roll it back, whole or to a savepoint. */
public final class TransactionFailedException extends RequestException {

  public TransactionFailedException(String message) {
    super("FAILED", message);
  }
}
