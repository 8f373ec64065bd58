package klomp.api;

/** A read-only transaction was asked to write or to lock. */
public final class ReadOnlyException extends RequestException {

  public ReadOnlyException(String message) {
    super("READONLY", message);
  }
}
