package klomp.api;

/**
 * A read, write or sync failed. The store refuses further commits; close it and open it again,
 * which recovers every commit acknowledged as {@link Durability#SYNC}.
 */
public final class StorageException extends StoreException {

  public StorageException(String message) {
    this(message, null);
  }

  public StorageException(String message, Throwable cause) {
    super("STORAGE", message, cause);
  }
}
