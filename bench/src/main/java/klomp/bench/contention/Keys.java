package klomp.bench.contention;

import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.RetryPolicy;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;

/** The data that the scripts work on: numbered keys, each with a counter in its value. */
final class Keys {

  private static final int KEYS_A_TRANSACTION = 1000;

  private Keys() {}

  /** Puts {@code count} keys with counters of 0 in. */
  static void load(Store store, int count) {
    TransactionOptions async = TransactionOptions.DEFAULT.withDurability(Durability.ASYNC);
    for (int first = 0; first < count; first += KEYS_A_TRANSACTION) {
      int from = first;
      int to = Math.min(count, first + KEYS_A_TRANSACTION);
      store.transact(
          async,
          RetryPolicy.DEFAULT,
          transaction -> {
            for (int number = from; number < to; number++) {
              transaction.put(Script.key(number), Script.value(0));
            }
            return null;
          });
    }
  }

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

  /** The store does not hold what it acknowledged. */
  static final class LostUpdateException extends RuntimeException {
    LostUpdateException(String message) {
      super(message);
    }
  }
}
