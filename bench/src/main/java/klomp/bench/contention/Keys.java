package klomp.bench.contention;

import klomp.api.Cursor;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;

/** The data that the scripts work on: numbered keys, each with a counter in its value. */
final class Keys {

  private Keys() {}

  /**
   * Checks that the counters of all keys add up to {@code expected}.
   *
   * @throws LostUpdateException if they do not
   */
  static void checkSum(Store store, long expected) {
    long sum = 0;
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY);
        Cursor cursor = transaction.scan(Scan.range(Script.key(0), Script.key(-1)))) {
      while (cursor.next()) {
        sum += Script.counter(cursor.value());
      }
    }
    if (sum != expected) {
      throw new LostUpdateException(
          "the counters add up to " + sum + ", but the acknowledged updates to " + expected);
    }
  }
}
