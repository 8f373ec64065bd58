package klomp.txn;

import klomp.api.Cursor;
import klomp.tree.TreeCursor;
import klomp.xid.SnapshotHold;

/** A cursor of the embedded store: the tree's, with a limit and the life of its transaction. */
final class EngineCursor implements Cursor {

  private final EngineTransaction transaction;
  private final TreeCursor cursor;
  private final SnapshotHold ownHold;
  private long left;
  private boolean closed;

  /**
   * @param ownHold a snapshot that ends with the cursor, or null if it uses the transaction's
   */
  EngineCursor(EngineTransaction transaction, TreeCursor cursor, long limit, SnapshotHold ownHold) {
    this.transaction = transaction;
    this.cursor = cursor;
    this.left = limit;
    this.ownHold = ownHold;
  }

  @Override
  public boolean next() {
    transaction.requireActive();
    if (closed || left == 0 || !cursor.next()) {
      return false;
    }
    left--;
    return true;
  }

  @Override
  public byte[] key() {
    return cursor.key();
  }

  @Override
  public byte[] value() {
    return cursor.value();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (ownHold != null) {
        ownHold.release();
      }
      transaction.forget(this);
    }
  }
}
