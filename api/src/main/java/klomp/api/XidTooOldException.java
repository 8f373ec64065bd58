package klomp.api;

/** The commit log was truncated past this xid; its fate is no longer known. */
public final class XidTooOldException extends RequestException {

  public XidTooOldException(String message) {
    super("TOOOLD", message);
  }
}
