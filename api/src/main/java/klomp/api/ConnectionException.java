package klomp.api;

/**
 * The connection to the server could not be made, was lost, or gave no answer in time; an open
 * transaction on it is aborted by the server.
 */
public final class ConnectionException extends StoreException {

  public ConnectionException(String message) {
    this(message, null);
  }

  public ConnectionException(String message, Throwable cause) {
    super("CONNECTION", message, cause);
  }
}
