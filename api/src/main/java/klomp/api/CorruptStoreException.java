package klomp.api;

/** A file does not hold what was written to it: a checksum or a structure does not fit. */
public final class CorruptStoreException extends StoreException {

  public CorruptStoreException(String message) {
    this(message, null);
  }

  public CorruptStoreException(String message, Throwable cause) {
    super("CORRUPT", message, cause);
  }
}
