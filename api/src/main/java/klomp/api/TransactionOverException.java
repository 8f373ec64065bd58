package klomp.api;

/** There is no transaction: it was committed or aborted, or never begun. */
public final class TransactionOverException extends RequestException {

  public TransactionOverException(String message) {
    super("NOTXN", message);
  }
}
