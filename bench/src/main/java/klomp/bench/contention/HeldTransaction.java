package klomp.bench.contention;

import java.util.SplittableRandom;
import klomp.api.Isolation;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;

/**
 * What makes a cliff elsewhere: one transaction that is held open with many writes, some or all of
 * them in subtransactions of their own; a long reader, which holds one snapshot and reads those
 * keys and the clients'; and a client that only takes xids, so that the open transaction soon lies
 * far back.
 *
 * <p>All of it is there with 0 subtransactions too, with as many writes, locks and bytes of log: so
 * nothing but the number of subtransactions differs.
 */
final class HeldTransaction implements AutoCloseable {

  private static final byte[] PUSHED =
      "held/pushed".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  /** Transactions that are open at a time. */
  static final int TRANSACTIONS = 3;

  private final Store store;
  private final int writes;
  private final int keys;
  private final Transaction held;
  private final Crew crew;

  private HeldTransaction(Store store, int subtransactions, int writes, int keys) {
    this.store = store;
    this.writes = writes;
    this.keys = keys;
    this.held = store.begin(TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED));
    try {
      hold(subtransactions);
      this.crew = Crew.start("beside", 2, this::work);
    } catch (RuntimeException e) {
      held.abort();
      throw e;
    }
  }

  /**
   * Opens the transaction with all its writes, then starts the two beside it.
   *
   * @param subtransactions how many of the writes are in one of their own
   * @param keys of the clients
   */
  static HeldTransaction open(Store store, int subtransactions, int writes, int keys) {
    return new HeldTransaction(store, subtransactions, writes, keys);
  }

  private void hold(int subtransactions) {
    held.put(key(-1), Script.value(0));
    for (int i = 0; i < writes; i++) {
      if (i < subtransactions) {
        var savepoint = held.savepoint("held");
        held.put(key(i), Script.value(0));
        held.release(savepoint);
      } else {
        held.put(key(i), Script.value(0));
      }
    }
  }

  private static byte[] key(int number) {
    byte[] key = Script.key(number);
    key[0] = 'h';
    return key;
  }

  private void work(int index, Crew crew) {
    SplittableRandom random = new SplittableRandom(index);
    if (index == 0) {
      read(crew, random);
    } else {
      pushXids(crew);
    }
  }

  private void read(Crew crew, SplittableRandom random) {
    TransactionOptions snapshot = TransactionOptions.READ_ONLY.withIsolation(Isolation.SNAPSHOT);
    try (Transaction reader = store.begin(snapshot)) {
      while (crew.goesOn()) {
        if (reader.get(key(random.nextInt(-1, writes))) != null) {
          throw new IllegalStateException("the long reader sees what was never committed");
        }
        reader.get(Script.key(random.nextInt(keys)));
      }
    }
  }

  private void pushXids(Crew crew) {
    while (crew.goesOn()) {
      store.transact(
          transaction -> {
            transaction.put(PUSHED, PUSHED);
            return null;
          });
    }
  }

  /** Ends all three; what one of the two failed with is thrown. */
  void end() throws InterruptedException {
    crew.stop();
    crew.await();
    held.abort();
  }

  @Override
  public void close() {
    crew.close();
    held.abort();
  }
}
