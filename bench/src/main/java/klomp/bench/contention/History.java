package klomp.bench.contention;

import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.RetryPolicy;
import klomp.api.Savepoint;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.targets.StoreSettings;

/**
 * What a store holds before it is measured: numbered keys, each written once, whose writers' fates
 * are spread over pages of the commit log. Nobody has read them, so no version carries a hint, and
 * whoever reads a key first has to ask the commit log.
 *
 * <p>A page takes 32,768 xids, far more than there are keys for. So in front of each key a number
 * of nested savepoints is set: the write hands an xid to each of them and carries the last. That
 * makes history at several million xids a second, through nothing but the store's own interface.
 *
 * @param keys how many keys
 * @param pages of the commit log that they are spread over; 0 for as few as a plain load fills
 */
public record History(int keys, int pages) {

  public History {
    if (keys < 1 || pages < 0) {
      throw new InvalidRequestException("there is at least 1 key, and no fewer than 0 pages");
    }
  }

  /** As the commit log has them: 8 KiB of two bits each. */
  static final int XIDS_A_PAGE = 32_768;

  /** Bounds what a transaction that writes history keeps in memory. */
  private static final int XIDS_A_TRANSACTION = 2 * XIDS_A_PAGE;

  private static final int KEYS_A_TRANSACTION = 1000;

  private static final TransactionOptions ASYNC =
      TransactionOptions.DEFAULT.withDurability(Durability.ASYNC);

  /** Writes it into an empty store. */
  void load(Store store) {
    long xids = (long) pages * XIDS_A_PAGE;
    for (int first = 0; first < keys; ) {
      int from = first;
      int to = end(from, xids);
      store.transact(
          ASYNC,
          RetryPolicy.DEFAULT,
          transaction -> {
            for (int key = from; key < to; key++) {
              // What keys before this one have not taken of its share.
              put(transaction, key, xids * (key + 1) / keys - xids * key / keys);
            }
            return null;
          });
      first = to;
    }
  }

  /** Where the transaction that begins with key {@code from} ends. */
  private int end(int from, long xids) {
    long keysForXids = xids == 0 ? keys : Math.max(1, XIDS_A_TRANSACTION * (long) keys / xids);
    return (int) Math.min(keys, from + Math.min(KEYS_A_TRANSACTION, keysForXids));
  }

  private static void put(Transaction transaction, int key, long xids) {
    Savepoint outermost = null;
    for (long i = 0; i < xids; i++) {
      Savepoint savepoint = transaction.savepoint("history");
      outermost = outermost == null ? savepoint : outermost;
    }
    transaction.put(Script.key(key), Script.value(0));
    if (outermost != null) {
      transaction.release(outermost);
    }
  }

  /** Roughly how long {@link #load} takes, for the estimate of a plan. */
  double loadSeconds() {
    return keys / 150_000.0 + (double) pages * XIDS_A_PAGE / 4e6;
  }

  /** How it is written, whatever is measured on it afterwards. */
  static StoreSettings settings(StoreSettings measured) {
    return measured.withClog(ClogStrategy.DIRECT, measured.clogBuffers());
  }

  @Override
  public String toString() {
    return keys + " keys, " + pages + " pages";
  }
}
