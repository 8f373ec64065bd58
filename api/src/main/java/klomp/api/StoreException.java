package klomp.api;

/** The store itself, or the way to it, is not usable as it stands. */
public abstract sealed class StoreException extends KlompException
    permits StorageException,
        CorruptStoreException,
        FormatVersionException,
        NotAStoreException,
        StoreInUseException,
        StoreClosedException,
        ConnectionException,
        CommitUnknownException {

  StoreException(String code, String message, Throwable cause) {
    super(code, Remedy.REOPEN, message, cause);
  }
}
