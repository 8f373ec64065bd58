package klomp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.api.Cursor;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.XidTooOldException;
import klomp.host.PowerHost;
import org.junit.jupiter.api.Test;

/**
 * The power fails just before a random sync, mostly one of a vacuum that truncates the commit log.
 * What is then opened, under any strategy, has every acknowledged transaction and nothing of those
 * that were aborted, though the commit log knows of neither any more. Repeat with {@code
 * -Dklomp.seed=N}; {@code -Dklomp.lives=N} for longer.
 */
class VacuumPowerLossTest {

  private static final Path ANYWHERE = Path.of("anywhere");
  private static final int KEYS = 1500;

  private final long seed = Long.getLong("klomp.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  /** The content after the last acknowledged transaction, and after the one under way. */
  private volatile List<TreeMap<Integer, String>> possible = List.of(new TreeMap<>());

  private List<TreeMap<Integer, String>> possibleAtCrash;
  private long lastXid;

  /** Of a transaction before those that are truncated away. */
  private long oldXid;

  private int truncated;

  @Test
  void whateverSyncThePowerFailsAtNothingAbortedIsSeenAndNothingCommittedIsLost() {
    System.out.println("VacuumPowerLossTest -Dklomp.seed=" + seed);
    PowerHost host = new PowerHost();
    int lives = Integer.getInteger("klomp.lives", 14);
    for (int life = 0; life < lives; life++) {
      ClogStrategy strategy = ClogStrategy.values()[life % ClogStrategy.values().length];
      String what = "life " + life + ", " + strategy + ", seed " + seed;
      Store store = Klomp.open(ANYWHERE, options(strategy), host);
      TreeMap<Integer, String> found = contentOf(store);
      assertTrue(possible.contains(found), () -> what + difference(found));
      possible = List.of(found);
      if (life > 0) {
        try {
          store.status(oldXid);
        } catch (XidTooOldException e) {
          truncated++;
        }
      }
      live(store, host);
      store.close();
      host = host.crashed();
      possible = possibleAtCrash;
    }
    assertTrue(truncated > 0, "no life began with a truncated commit log");
  }

  private String difference(TreeMap<Integer, String> found) {
    TreeMap<Integer, String> missing = new TreeMap<>(possible.get(0));
    missing.entrySet().removeAll(found.entrySet());
    TreeMap<Integer, String> more = new TreeMap<>(found);
    more.entrySet().removeAll(possible.get(0).entrySet());
    return "\nnot found: " + missing + "\nunexpected: " + more;
  }

  private void live(Store store, PowerHost host) {
    for (int turn = 0; turn < 60; turn++) {
      step(store);
    }
    oldXid = lastXid;
    spendXids(store);
    for (int turn = 0; host.crashed() == null; turn++) {
      assertTrue(turn < 10_000, "no sync");
      if (turn == 20) {
        host.crashAtSync(1 + random.nextInt(10), random.split(), () -> possibleAtCrash = possible);
        store.vacuum();
      }
      step(store);
    }
  }

  private void step(Store store) {
    TreeMap<Integer, String> before = possible.get(possible.size() - 1);
    TreeMap<Integer, String> content = new TreeMap<>(before);
    boolean aborts = random.nextInt(4) == 0;
    Transaction transaction = store.begin();
    change(transaction, content, aborts ? "BAD" : "good");
    if (random.nextInt(3) == 0) {
      Savepoint savepoint = transaction.savepoint("s");
      change(transaction, new TreeMap<>(), "BAD");
      transaction.rollbackTo(savepoint);
    }
    if (aborts) {
      transaction.abort();
      return;
    }
    possible = List.of(before, content);
    transaction.commit();
    lastXid = transaction.xid();
    possible = List.of(content);
  }

  private void change(Transaction transaction, TreeMap<Integer, String> content, String word) {
    for (int i = random.nextInt(12); i >= 0; i--) {
      int number = random.nextInt(KEYS);
      if (random.nextInt(4) == 0) {
        transaction.delete(key(number));
        content.remove(number);
      } else {
        int size = random.nextInt(50) == 0 ? 20_000 : random.nextInt(700);
        String value = word + random.nextInt(1_000_000) + "x".repeat(size);
        transaction.put(key(number), value.getBytes(UTF_8));
        content.put(number, value);
      }
    }
  }

  /** More than a page of the commit log. */
  private static void spendXids(Store store) {
    try (Transaction transaction = store.begin()) {
      for (int i = 0; i < 34_000; i++) {
        Savepoint savepoint = transaction.savepoint("s");
        transaction.getForUpdate(key(0));
        transaction.release(savepoint);
      }
      transaction.commit();
    }
  }

  private static TreeMap<Integer, String> contentOf(Store store) {
    TreeMap<Integer, String> content = new TreeMap<>();
    try (Transaction transaction = store.begin();
        Cursor cursor = transaction.scan(Scan.all())) {
      while (cursor.next()) {
        String value = new String(cursor.value(), UTF_8);
        content.put(Integer.parseInt(new String(cursor.key(), UTF_8)), value);
        assertEquals(value, new String(transaction.get(cursor.key()), UTF_8));
      }
    }
    return content;
  }

  private static StoreOptions options(ClogStrategy strategy) {
    return StoreOptions.DEFAULT
        .withKeptXids(0)
        .withTuning(
            StoreOptions.Tuning.DEFAULT
                .withClog(strategy, 16)
                .withCacheBytes(1 << 20)
                .withWal(1 << 20, 1 << 20)
                .withCheckpoint(1 << 20, Duration.ofMillis(100)));
  }

  private static byte[] key(int number) {
    return String.format("%05d", number).getBytes(UTF_8);
  }
}
