package klomp.api;

/** Another transaction changed the key after this one's snapshot. */
public final class ConflictException extends RetryableException {

  public ConflictException(String message) {
    super("CONFLICT", message);
  }
}
