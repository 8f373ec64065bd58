package klomp.bench.compare;

/** A transaction met another one and is to be run again. */
public final class RetryException extends RuntimeException {
  public RetryException(Throwable cause) {
    super(null, cause, false, false);
  }
}
