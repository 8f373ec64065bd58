package klomp.wal;

import klomp.api.StoreException;

/**
 * Told once whether a record is durable. Called on the log's writer thread, between two syncs, so
 * it must be short and must not wait, append or throw; or at once on the caller's own thread.
 */
public interface DurabilityListener {

  void durable();

  /**
   * It never will be as far as anybody knows: the log failed ({@link klomp.api.StorageException})
   * or was closed before the record was written.
   */
  void failed(StoreException cause);
}
