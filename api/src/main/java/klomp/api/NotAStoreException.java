package klomp.api;

/** The directory holds files, but no Klomp store. */
public final class NotAStoreException extends StoreException {

  public NotAStoreException(String message) {
    this(message, null);
  }

  public NotAStoreException(String message, Throwable cause) {
    super("NOTASTORE", message, cause);
  }
}
