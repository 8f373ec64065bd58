package klomp.bench.compare;

/** A store did not say what it must: what is measured on it is worth nothing. */
public final class WrongAnswerException extends RuntimeException {
  WrongAnswerException(String message) {
    super(message);
  }
}
