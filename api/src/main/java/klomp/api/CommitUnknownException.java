package klomp.api;

/**
 * The connection was lost between a commit and its answer. Ask {@link Store#status} for the xid in
 * the message to learn whether it happened.
 */
public final class CommitUnknownException extends StoreException {

  public CommitUnknownException(String message) {
    this(message, null);
  }

  public CommitUnknownException(String message, Throwable cause) {
    super("UNKNOWN", message, cause);
  }
}
