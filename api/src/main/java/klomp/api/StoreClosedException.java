package klomp.api;

/** The store was closed. */
public final class StoreClosedException extends StoreException {

  public StoreClosedException(String message) {
    this(message, null);
  }

  public StoreClosedException(String message, Throwable cause) {
    super("CLOSED", message, cause);
  }
}
