package klomp.bench.contention;

/** The store does not hold what it acknowledged. */
public final class LostUpdateException extends RuntimeException {
  LostUpdateException(String message) {
    super(message);
  }
}
