package klomp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshots are held while what they see is overwritten: they go on seeing it, and what lies
 * between them goes.
 */
class SnapshotsHeldTest {

  private static final int KEYS = 40;

  @TempDir Path directory;

  private final long seed = Long.getLong("klomp.seed", System.nanoTime());

  /** Versions that the store was given. */
  private long written;

  private record Held(Transaction transaction, Map<Integer, String> content) {}

  private static StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDurability(Durability.ASYNC)
        .withTuning(
            StoreOptions.Tuning.DEFAULT
                .withCacheBytes(64 << 20)
                .withCheckpoint(4 << 20, Duration.ofMillis(300)));
  }

  @Test
  void eachSnapshotSeesItsOwnAndTheChainsAreNoLongerThanTheSnapshotsAreMany() {
    System.out.println("SnapshotsHeldTest -Dklomp.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (Store store = Klomp.open(directory, options())) {
      Map<Integer, String> content = new TreeMap<>();
      List<Held> held = new ArrayList<>();
      for (int turn = 0; turn < 20_000; turn++) {
        content = change(store, random, turn, content);
        if (random.nextInt(200) == 0) {
          Held snapshot = new Held(store.begin(), content);
          snapshot.transaction().get(key(0));
          held.add(snapshot);
        }
        if (held.size() > 12 || (!held.isEmpty() && random.nextInt(400) == 0)) {
          held.remove(random.nextInt(held.size())).transaction().abort();
        }
        if (random.nextInt(50) == 0 && !held.isEmpty()) {
          verify(held.get(random.nextInt(held.size())));
        }
        if (random.nextInt(4000) == 0) {
          store.vacuum();
          held.forEach(this::verify);
          long versions = written - store.statistics().get("tree.prunedVersions");
          assertTrue(
              versions <= KEYS * (held.size() + 1L),
              versions + " versions for " + held.size() + " snapshots, seed " + seed);
        }
      }
      held.forEach(this::verify);
      held.forEach(snapshot -> snapshot.transaction().abort());
    }
    assertTrue(Klomp.check(directory).isSound());
  }

  /** A transaction of a few changes, some in subtransactions, some rolled back, some aborted. */
  private Map<Integer, String> change(
      Store store, SplittableRandom random, int turn, Map<Integer, String> before) {
    TreeMap<Integer, String> content = new TreeMap<>(before);
    Transaction transaction = store.begin();
    for (int step = random.nextInt(4); step >= 0; step--) {
      TreeMap<Integer, String> undone = new TreeMap<>(content);
      Savepoint savepoint = random.nextInt(3) == 0 ? transaction.savepoint("s") : null;
      for (int i = random.nextInt(3); i >= 0; i--) {
        int number = random.nextInt(random.nextInt(KEYS) + 1);
        if (random.nextInt(4) == 0) {
          if (transaction.delete(key(number))) {
            written++;
          }
          content.remove(number);
        } else {
          String value = turn + "." + step + "." + i + "x".repeat(random.nextInt(60));
          transaction.put(key(number), value.getBytes(UTF_8));
          written++;
          content.put(number, value);
        }
      }
      if (savepoint != null && random.nextInt(3) == 0) {
        transaction.rollbackTo(savepoint);
        content = undone;
      }
    }
    if (random.nextInt(8) == 0) {
      transaction.abort();
      return before;
    }
    transaction.commit();
    return content;
  }

  private void verify(Held held) {
    Map<Integer, String> seen = new TreeMap<>();
    try (Cursor cursor = held.transaction().scan(Scan.all())) {
      while (cursor.next()) {
        seen.put(Integer.parseInt(new String(cursor.key(), UTF_8)), text(cursor.value()));
      }
    }
    assertEquals(held.content(), seen, () -> "seed " + seed);
    for (int number = 0; number < KEYS; number++) {
      byte[] value = held.transaction().get(key(number));
      assertEquals(held.content().get(number), value == null ? null : text(value));
    }
  }

  @Test
  void beginningAndEndingSnapshotsAmongManyWritersSeeOneMomentEach() throws Exception {
    System.out.println("SnapshotsHeldTest -Dklomp.seed=" + seed);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
    try (Store store = Klomp.open(directory, options())) {
      store.transact(
          transaction -> {
            for (int number = 0; number < KEYS; number++) {
              transaction.put(key(number), amount(1000));
            }
            return null;
          });
      ExecutorService threads = Executors.newFixedThreadPool(7);
      List<Future<?>> tasks = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        SplittableRandom random = new SplittableRandom(seed + i);
        tasks.add(threads.submit(() -> transfers(store, random, until)));
        tasks.add(threads.submit(() -> looks(store, random.split(), until)));
      }
      tasks.add(
          threads.submit(
              () -> {
                while (System.nanoTime() < until) {
                  store.vacuum();
                }
              }));
      threads.shutdown();
      for (Future<?> task : tasks) {
        task.get(60, TimeUnit.SECONDS);
      }
    }
    assertTrue(Klomp.check(directory).isSound());
  }

  private static void transfers(Store store, SplittableRandom random, long until) {
    while (System.nanoTime() < until) {
      int from = random.nextInt(KEYS);
      int to = random.nextInt(4);
      boolean aborts = random.nextInt(5) == 0;
      int sum = random.nextInt(10);
      if (from == to) {
        continue;
      }
      try (Transaction transaction = store.begin()) {
        int one = number(transaction.getForUpdate(key(Math.min(from, to))));
        int other = number(transaction.getForUpdate(key(Math.max(from, to))));
        transaction.put(key(Math.min(from, to)), amount(one - sum));
        Savepoint savepoint = transaction.savepoint("s");
        transaction.put(key(Math.max(from, to)), amount(other + 1_000_000));
        transaction.rollbackTo(savepoint);
        if (!aborts) {
          transaction.put(key(Math.max(from, to)), amount(other + sum));
          transaction.commit();
        }
      } catch (ConflictException e) {
        // Another one was first.
        continue;
      }
    }
  }

  private static void looks(Store store, SplittableRandom random, long until) {
    while (System.nanoTime() < until) {
      try (Transaction transaction = store.begin()) {
        List<byte[]> first = look(transaction);
        assertEquals(KEYS * 1000, first.stream().mapToInt(SnapshotsHeldTest::number).sum());
        for (int again = random.nextInt(40); again > 0; again--) {
          List<byte[]> now = look(transaction);
          for (int number = 0; number < KEYS; number++) {
            assertArrayEquals(first.get(number), now.get(number));
          }
        }
      }
    }
  }

  private static List<byte[]> look(Transaction transaction) {
    List<byte[]> values = new ArrayList<>();
    try (Cursor cursor = transaction.scan(Scan.all())) {
      while (cursor.next()) {
        values.add(cursor.value());
      }
    }
    for (int number = 0; number < KEYS; number++) {
      assertArrayEquals(values.get(number), transaction.get(key(number)));
    }
    return values;
  }

  private static byte[] amount(int amount) {
    return ByteBuffer.allocate(4).putInt(amount).array();
  }

  private static int number(byte[] amount) {
    return ByteBuffer.wrap(amount).getInt();
  }

  private static String text(byte[] value) {
    return new String(value, UTF_8);
  }

  private static byte[] key(int number) {
    return String.format("%05d", number).getBytes(UTF_8);
  }
}
