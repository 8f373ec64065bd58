package klomp.api;

/** A key or value is longer than {@link Limits} allow. */
public final class TooLargeException extends RequestException {

  public TooLargeException(String message) {
    super("TOOLARGE", message);
  }
}
