package klomp.api;

/**
 * Walks the entries of a {@link Scan} in its direction, all at the transaction's snapshot (under
 * {@link Isolation#READ_COMMITTED}: at the snapshot taken when the cursor was opened) and with the
 * transaction's own writes, those made while it is open included. Used by the transaction's thread.
 */
public interface Cursor extends AutoCloseable {

  /** Moves to the next entry; false if there is none (or the scan's limit is reached). */
  boolean next();

  /** The key of the current entry: a fresh array. */
  byte[] key();

  /** The value of the current entry: a fresh array; null if the scan is for keys only. */
  byte[] value();

  @Override
  void close();
}
