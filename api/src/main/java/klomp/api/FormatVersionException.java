package klomp.api;

/** The store was written in a newer format than this version reads. */
public final class FormatVersionException extends StoreException {

  public FormatVersionException(String message) {
    this(message, null);
  }

  public FormatVersionException(String message, Throwable cause) {
    super("FORMAT", message, cause);
  }
}
