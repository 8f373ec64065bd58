package klomp.api;

/** Another process (or another store object of this one) has the directory open. */
public final class StoreInUseException extends StoreException {

  public StoreInUseException(String message) {
    this(message, null);
  }

  public StoreInUseException(String message, Throwable cause) {
    super("INUSE", message, cause);
  }
}
