package klomp.api;

/** The request cannot be done as it stands; nothing has happened. */
public abstract sealed class RequestException extends KlompException
    permits InvalidRequestException,
        TooLargeException,
        ReadOnlyException,
        TransactionFailedException,
        TransactionOverException,
        XidTooOldException {

  RequestException(String code, String message) {
    super(code, Remedy.GIVE_UP, message, null);
  }
}
