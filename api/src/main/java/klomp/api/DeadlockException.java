package klomp.api;

/** Waiting for the lock would have closed a circle of transactions that wait for each other. */
public final class DeadlockException extends RetryableException {

  public DeadlockException(String message) {
    super("DEADLOCK", message);
  }
}
