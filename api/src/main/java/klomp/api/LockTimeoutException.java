package klomp.api;

/** The lock of the key was not free within the lock time-out. */
public final class LockTimeoutException extends RetryableException {

  public LockTimeoutException(String message) {
    super("LOCKTIMEOUT", message);
  }
}
