package klomp.api;

/** A parameter, name or option is not valid; the message says which are. */
public final class InvalidRequestException extends RequestException {

  public InvalidRequestException(String message) {
    super("ERR", message);
  }
}
