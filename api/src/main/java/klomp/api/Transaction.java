package klomp.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A unit of work: all of its writes become visible at once, or none does.
 *
 * <p>Used by one thread at a time (it may move between threads). Every read, cursors included, sees
 * the transaction's own writes. Arrays passed in are not kept and arrays returned are the caller's.
 *
 * <p>An operation that throws a {@link RetryableException} leaves the transaction {@link
 * TransactionState#FAILED}: from then on only {@link #rollbackTo} and {@link #abort} are accepted.
 * Bad input (a key that is too long, say) is refused before it has any effect and leaves the
 * transaction as it was.
 */
public interface Transaction extends AutoCloseable {

  /** The options that it was begun with. */
  TransactionOptions options();

  TransactionState state();

  /**
   * The number of this transaction, or 0 as long as it has neither written nor locked. Ask for it
   * before {@link #commit()} to be able to ask {@link Store#status} later.
   */
  long xid();

  /** The value of {@code key}, or null if there is none. */
  byte[] get(byte[] key);

  /** The values of {@code keys} in the same order, null where there is none; one point in time. */
  List<byte[]> multiGet(List<byte[]> keys);

  /**
   * Locks {@code key} until the end of the transaction (or the rollback of the savepoint in force)
   * and returns its value, or null if there is none. Waits for another owner.
   *
   * @throws ConflictException under {@link Isolation#SNAPSHOT} and above, if another transaction
   *     changed the key since this one's snapshot
   */
  byte[] getForUpdate(byte[] key);

  /**
   * Sets {@code key} to {@code value}. Waits for another transaction that holds the key's lock.
   *
   * @throws ConflictException as {@link #getForUpdate} does
   * @throws LockTimeoutException if the lock was not free in time
   * @throws DeadlockException if waiting would have closed a circle
   * @throws ReadOnlyException if the transaction is read-only
   */
  void put(byte[] key, byte[] value);

  /**
   * Removes {@code key}; errors as {@link #put}.
   *
   * @return whether there was a value
   */
  boolean delete(byte[] key);

  /**
   * Opens a cursor before the first entry of {@code scan}. Close it before the transaction ends.
   */
  Cursor scan(Scan scan);

  /** Marks a point to return to. Savepoints nest; a name may be used again and hides the older. */
  Savepoint savepoint(String name);

  /**
   * Undoes exactly what came after {@code savepoint} and releases the locks taken after it. The
   * savepoint stays; those set after it are gone. A failed transaction goes on from there.
   *
   * @throws InvalidRequestException if it is not one of this transaction's, or gone
   */
  void rollbackTo(Savepoint savepoint);

  /**
   * Forgets {@code savepoint} and those set after it; their work stays, as part of what is around.
   */
  void release(Savepoint savepoint);

  /**
   * Commits. With {@link Durability#SYNC} returns once the commit is on disk.
   *
   * @throws StorageException if it is not known to be on disk; ask {@link Store#status} after
   *     reopening
   */
  void commit();

  /**
   * Commits without holding a thread while it waits for the disk. The transaction is over as soon
   * as this returns; the future completes when {@link #commit()} would have returned.
   */
  CompletableFuture<Void> commitAsync();

  /** Undoes everything and releases all locks. Does nothing if the transaction is over. */
  void abort();

  /**
   * The same transaction through operations that hold no thread while they wait for a lock or for
   * the disk. One operation at a time: issue the next once the last one's future is complete.
   */
  AsyncTransaction async();

  /** Aborts the transaction unless it is over. */
  @Override
  default void close() {
    abort();
  }
}
