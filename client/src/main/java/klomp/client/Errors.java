package klomp.client;

import java.util.concurrent.CompletionException;
import klomp.api.CommitUnknownException;
import klomp.api.ConflictException;
import klomp.api.ConnectionException;
import klomp.api.CorruptStoreException;
import klomp.api.DeadlockException;
import klomp.api.FormatVersionException;
import klomp.api.InvalidRequestException;
import klomp.api.KlompException;
import klomp.api.LockTimeoutException;
import klomp.api.NotAStoreException;
import klomp.api.ReadOnlyException;
import klomp.api.StorageException;
import klomp.api.StoreClosedException;
import klomp.api.StoreInUseException;
import klomp.api.TooLargeException;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOverException;
import klomp.api.XidTooOldException;

/** From the words that begin an error on the wire to the exceptions of the API. */
final class Errors {

  private Errors() {}

  /** The exception whose code is {@code code}; an unknown code keeps its word in the message. */
  static KlompException of(String code, String message) {
    return of(code, message, null);
  }

  private static KlompException of(String code, String message, Throwable cause) {
    return switch (code) {
      case "CONFLICT" -> new ConflictException(message);
      case "DEADLOCK" -> new DeadlockException(message);
      case "LOCKTIMEOUT" -> new LockTimeoutException(message);
      case "FAILED" -> new TransactionFailedException(message);
      case "NOTXN" -> new TransactionOverException(message);
      case "READONLY" -> new ReadOnlyException(message);
      case "TOOLARGE" -> new TooLargeException(message);
      case "TOOOLD" -> new XidTooOldException(message);
      case "ERR" -> new InvalidRequestException(message);
      case "STORAGE" -> new StorageException(message, cause);
      case "CORRUPT" -> new CorruptStoreException(message, cause);
      case "FORMAT" -> new FormatVersionException(message, cause);
      case "NOTASTORE" -> new NotAStoreException(message, cause);
      case "INUSE" -> new StoreInUseException(message, cause);
      case "CLOSED" -> new StoreClosedException(message, cause);
      case "CONNECTION" -> new ConnectionException(message, cause);
      case "UNKNOWN" -> new CommitUnknownException(message, cause);
      default -> new InvalidRequestException(code + " " + message);
    };
  }

  /**
   * The same error with the stack of the thread that calls, since the one it was made on is an
   * event loop and tells the user nothing.
   */
  static KlompException here(Throwable error) {
    Throwable cause = unwrap(error);
    if (cause instanceof KlompException e) {
      return of(e.code(), e.getMessage(), e.getCause());
    }
    return new ConnectionException("the client failed: " + cause, cause);
  }

  static Throwable unwrap(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
