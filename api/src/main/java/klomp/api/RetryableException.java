package klomp.api;

/** The transaction met others. It is failed now; run it again from its begin. */
public abstract sealed class RetryableException extends KlompException
    permits ConflictException, DeadlockException, LockTimeoutException {

  RetryableException(String code, String message) {
    super(code, Remedy.RETRY, message, null);
  }
}
