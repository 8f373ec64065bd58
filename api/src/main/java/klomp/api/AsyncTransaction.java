package klomp.api;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of {@link Transaction} that may have to wait, as futures; meaning and errors are
 * the same. A future fails with the {@link KlompException} itself. Operations may complete on the
 * calling thread or on one of the store's; dependent work must not block there.
 */
public interface AsyncTransaction {

  CompletableFuture<byte[]> get(byte[] key);

  CompletableFuture<List<byte[]>> multiGet(List<byte[]> keys);

  CompletableFuture<byte[]> getForUpdate(byte[] key);

  CompletableFuture<Void> put(byte[] key, byte[] value);

  CompletableFuture<Boolean> delete(byte[] key);

  /** All entries of {@code scan}; give it a limit. */
  CompletableFuture<List<Entry>> scan(Scan scan);

  CompletableFuture<Savepoint> savepoint(String name);

  CompletableFuture<Void> rollbackTo(Savepoint savepoint);

  CompletableFuture<Void> release(Savepoint savepoint);

  CompletableFuture<Void> commit();

  CompletableFuture<Void> abort();
}
