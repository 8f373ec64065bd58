package klomp.bench.bank;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import klomp.api.Cursor;
import klomp.api.InvalidRequestException;
import klomp.api.RetryPolicy;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;

/**
 * Accounts in a store. Keys: {@code account/} and a number of four bytes, {@code worker/} and a
 * number of four bytes, {@code bank/accounts}; every value is a number of eight bytes. Invariants:
 * the accounts add up to their number times 1000; the value of {@code worker/w} is the sequence
 * number of that worker's last committed transfer.
 */
public final class Bank {

  private static final long OPENING_BALANCE = 1000;
  private static final int ACCOUNTS_A_TRANSACTION = 1000;
  private static final byte[] SIZE = "bank/accounts".getBytes(StandardCharsets.US_ASCII);

  private final Store store;
  private final int accounts;

  private Bank(Store store, int accounts) {
    this.store = store;
    this.accounts = accounts;
  }

  /**
   * The bank of a store, founded with {@code accounts} accounts if there is none.
   *
   * @throws InvalidRequestException if there are fewer than 2 accounts, or the store has a bank
   *     with another number of them
   */
  public static Bank open(Store store, int accounts) {
    if (accounts < 2) {
      throw new InvalidRequestException("a bank has at least 2 accounts, not " + accounts);
    }
    Bank bank = new Bank(store, accounts);
    Long size = read(store, SIZE);
    if (size == null) {
      bank.found();
    } else if (size != accounts) {
      throw new InvalidRequestException(
          "the store has a bank with " + size + " accounts, not " + accounts);
    }
    return bank;
  }

  /** The size is written last, so that a bank half founded is founded again. */
  private void found() {
    for (int first = 0; first < accounts; first += ACCOUNTS_A_TRANSACTION) {
      int from = first;
      int to = Math.min(accounts, first + ACCOUNTS_A_TRANSACTION);
      transact(
          transaction -> {
            for (int number = from; number < to; number++) {
              transaction.put(account(number), value(OPENING_BALANCE));
            }
          });
    }
    transact(transaction -> transaction.put(SIZE, value(accounts)));
  }

  private void transact(java.util.function.Consumer<Transaction> work) {
    store.transact(
        TransactionOptions.DEFAULT,
        RetryPolicy.DEFAULT,
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  public int accounts() {
    return accounts;
  }

  /** Two different accounts and an amount. */
  record Order(int from, int to, long amount) {
    static Order draw(RandomGenerator random, int accounts) {
      int from = random.nextInt(accounts);
      int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
      return new Order(from, to, 1 + random.nextInt(100));
    }
  }

  /** Carries out an order as the transfer number {@code sequence} of {@code worker}. */
  static void transfer(Transaction transaction, Order order, int worker, long sequence) {
    add(transaction, account(order.from()), -order.amount());
    add(transaction, account(order.to()), order.amount());
    transaction.put(worker(worker), value(sequence));
  }

  private static void add(Transaction transaction, byte[] account, long amount) {
    transaction.put(account, value(number(transaction.getForUpdate(account)) + amount));
  }

  /** The sequence number of a worker's last committed transfer, or 0. */
  public long sequence(int worker) {
    Long sequence = read(store, worker(worker));
    return sequence == null ? 0 : sequence;
  }

  /**
   * Checks that every account is there and that they add up.
   *
   * @return what is wrong, or null
   */
  public String audit() {
    long sum = 0;
    long count = 0;
    Scan scan = Scan.prefix("account/".getBytes(StandardCharsets.US_ASCII));
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY);
        Cursor cursor = transaction.scan(scan)) {
      while (cursor.next()) {
        sum += number(cursor.value());
        count++;
      }
    }
    if (count != accounts) {
      return "there are " + count + " accounts, not " + accounts;
    }
    long expected = accounts * OPENING_BALANCE;
    return sum == expected ? null : "the accounts add up to " + sum + ", not to " + expected;
  }

  private static Long read(Store store, byte[] key) {
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY)) {
      byte[] value = transaction.get(key);
      return value == null ? null : number(value);
    }
  }

  private static byte[] account(int number) {
    return ByteBuffer.allocate(12)
        .put("account/".getBytes(StandardCharsets.US_ASCII))
        .putInt(number)
        .array();
  }

  private static byte[] worker(int number) {
    return ByteBuffer.allocate(11)
        .put("worker/".getBytes(StandardCharsets.US_ASCII))
        .putInt(number)
        .array();
  }

  private static byte[] value(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static long number(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }
}
