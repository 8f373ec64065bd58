package klomp.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import klomp.api.Cursor;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;

/**
 * Transactions with nested subtransactions, the same for the same seed: run against a store in one
 * process, and against a map in another that checks it.
 */
final class ScriptedTransactions {

  /** How a transaction ends. */
  enum End {
    COMMIT,
    ABORT,
    LEAVE_OPEN
  }

  private final Random random;
  private final int subtransactions;
  private TreeMap<String, String> content = new TreeMap<>();

  /**
   * @param subtransactions how many each transaction has
   */
  ScriptedTransactions(long seed, int subtransactions) {
    this.random = new Random(seed);
    this.subtransactions = subtransactions;
  }

  /** What is committed so far. */
  Map<String, String> content() {
    return content;
  }

  /**
   * Runs transaction {@code number}, against {@code store} too if there is one.
   *
   * @return how it ended and, with a store, the xid
   */
  Result run(int number, Store store) {
    Transaction transaction = store == null ? null : store.begin();
    TreeMap<String, String> now = new TreeMap<>(content);
    put(transaction, now, number, "top");
    for (int sub = 0; sub < subtransactions; sub++) {
      Savepoint savepoint = transaction == null ? null : transaction.savepoint("s" + sub);
      TreeMap<String, String> before = new TreeMap<>(now);
      put(transaction, now, number, "sub" + sub);
      if (random.nextInt(4) == 0) {
        now = before;
        if (transaction != null) {
          transaction.rollbackTo(savepoint);
        }
      }
      if (transaction != null && random(sub)) {
        transaction.release(savepoint);
      }
    }
    // A transaction that stays open keeps its locks: its keys are its own.
    End end = number % 10 == 3 ? End.ABORT : number % 100 == 57 ? End.LEAVE_OPEN : End.COMMIT;
    if (end == End.COMMIT) {
      content = now;
      if (transaction != null) {
        transaction.commit();
      }
    } else if (end == End.ABORT && transaction != null) {
      transaction.abort();
    }
    return new Result(end, transaction == null ? 0 : transaction.xid());
  }

  /** How a transaction ended, and its number. */
  record Result(End end, long xid) {}

  private static boolean random(int sub) {
    return sub % 2 == 0;
  }

  private void put(Transaction transaction, Map<String, String> now, int number, String value) {
    int ownKeys = number % 100 == 57 ? 1_000_000 + number * 1_000 : 0;
    String key = "k" + (ownKeys + random.nextInt(300));
    String text = number + "/" + value;
    now.put(key, text);
    if (transaction != null) {
      transaction.put(key.getBytes(UTF_8), text.getBytes(UTF_8));
    }
  }

  static Map<String, String> contentOf(Store store) {
    TreeMap<String, String> content = new TreeMap<>();
    try (Transaction transaction = store.begin();
        Cursor cursor = transaction.scan(Scan.all())) {
      while (cursor.next()) {
        content.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    return content;
  }

  static List<Integer> numbers(int count) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    return numbers;
  }
}
