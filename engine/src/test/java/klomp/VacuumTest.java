package klomp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import klomp.api.ClogStrategy;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionStatus;
import klomp.api.XidTooOldException;
import klomp.host.FaultPlan;
import klomp.host.HostileHost;
import klomp.host.SystemHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What vacuum does for a store as a whole. */
class VacuumTest {

  @TempDir Path directory;

  private static StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDurability(Durability.ASYNC)
        .withKeptXids(0)
        .withTuning(
            StoreOptions.Tuning.DEFAULT
                .withCacheBytes(16 << 20)
                .withWal(1 << 20, 1 << 20)
                .withCheckpoint(1 << 20, Duration.ofMillis(200)));
  }

  @Test
  void anIdleStoreWritesNothing() throws Exception {
    FaultPlan plan = new FaultPlan();
    try (Store store = Klomp.open(directory, options(), new HostileHost(new SystemHost(), plan))) {
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 1000; i++) {
          put(store, key(i), new byte[100]);
        }
        Transaction aborted = store.begin();
        for (int i = 0; i < 1000; i++) {
          aborted.put(key(10_000 + i), new byte[100]);
        }
        aborted.abort();
      }
      for (int i = 0; i < 1000; i++) {
        delete(store, key(i));
      }
      long[] last = {-1};
      await(
          "the store comes to rest",
          () -> {
            long before = last[0];
            last[0] = operations(plan);
            pause(1000);
            return before == last[0] && operations(plan) == before;
          });
      assertTrue(statistic(store, "tree.prunedVersions") > 20_000);
      long before = operations(plan);
      pause(3000);
      assertEquals(before, operations(plan), "file operations of three idle seconds");
    }
  }

  private static long operations(FaultPlan plan) {
    return plan.count(FaultPlan.Operation.WRITE)
        + plan.count(FaultPlan.Operation.SYNC)
        + plan.count(FaultPlan.Operation.CREATE)
        + plan.count(FaultPlan.Operation.DELETE)
        + plan.count(FaultPlan.Operation.DIRECTORY_SYNC);
  }

  @Test
  void aQueueStaysSmallAndItsHeadIsNear() {
    try (Store store = Klomp.open(directory, options())) {
      int length = 2000;
      for (int i = 0; i < length; i++) {
        put(store, key(i), new byte[100]);
      }
      long most = 0;
      for (int i = length; i < 60_000; i++) {
        int number = i;
        byte[] popped =
            store.transact(
                transaction -> {
                  byte[] first;
                  try (Cursor cursor = transaction.scan(Scan.all())) {
                    assertTrue(cursor.next());
                    first = cursor.key();
                  }
                  transaction.delete(first);
                  transaction.put(key(number), new byte[100]);
                  return first;
                });
        assertArrayEquals(key(i - length), popped);
        most = Math.max(most, statistic(i, store, "page.livePages"));
      }
      assertTrue(most < 200, most + " pages for a queue of " + length);
      await(
          "no leaf is left behind",
          () -> {
            // Leaves that found no room beside a full neighbour wait for another transaction.
            put(store, key(59_999), new byte[100]);
            return statistic(store, "page.livePages") <= 24;
          });
    }
  }

  @Test
  void whatAnAbortedTransactionLeftIsSweptAway() {
    try (Store store = Klomp.open(directory, options())) {
      put(store, "kept".getBytes(UTF_8), "1".getBytes(UTF_8));
      Transaction aborted = store.begin();
      for (int i = 0; i < 20_000; i++) {
        aborted.put(key(i), new byte[100]);
      }
      assertTrue(statistic(store, "page.livePages") > 100);
      aborted.abort();
      await("aborted versions go", () -> statistic(store, "page.livePages") <= 2);
      Transaction partly = store.begin();
      Savepoint savepoint = partly.savepoint("s");
      for (int i = 0; i < 20_000; i++) {
        partly.put(key(i), new byte[100]);
      }
      partly.rollbackTo(savepoint);
      partly.commit();
      await("rolled back versions go", () -> statistic(store, "page.livePages") <= 2);
    }
    assertTrue(Klomp.check(directory).isSound());
  }

  @Test
  void aSnapshotKeepsWhatItSeesAndItsEndLetsItGo() {
    try (Store store = Klomp.open(directory, options())) {
      for (int i = 0; i < 20_000; i++) {
        put(store, key(i), new byte[100]);
      }
      long before = statistic(store, "page.livePages");
      try (Transaction old = store.begin()) {
        assertArrayEquals(new byte[100], old.get(key(5)));
        for (int i = 0; i < 20_000; i++) {
          delete(store, key(i));
        }
        store.vacuum();
        for (int i = 0; i < 20_000; i += 77) {
          assertArrayEquals(new byte[100], old.get(key(i)));
        }
      }
      await("all goes", () -> statistic(store, "page.livePages") < before / 10);
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void theCommitLogIsTruncatedBehindASweep(ClogStrategy strategy) throws Exception {
    byte[] kept = "kept".getBytes(UTF_8);
    byte[] never = "never".getBytes(UTF_8);
    long oldest;
    long newest;
    StoreOptions options = options().withClog(strategy, 16);
    try (Store store = Klomp.open(directory, options)) {
      oldest = put(store, kept, "1".getBytes(UTF_8));
      Transaction aborted = store.begin();
      aborted.put(kept, "2".getBytes(UTF_8));
      aborted.put(never, "2".getBytes(UTF_8));
      aborted.abort();
      for (int round = 0; round < 22; round++) {
        spendXids(store, 50_000);
      }
      store.checkpoint();
      assertTrue(segments().size() == 2, () -> "segments " + segments());
      assertEquals(TransactionStatus.COMMITTED, store.status(oldest));
      newest = put(store, key(1), kept);
      store.vacuum();
      assertEquals(List.of("000000000000001"), segments());
      assertThrows(XidTooOldException.class, () -> store.status(oldest));
      assertEquals(TransactionStatus.COMMITTED, store.status(newest));
      assertTrue(statistic(store, "clog.truncations") >= 1);
      assertRight(store, kept, never);
    }
    for (ClogStrategy reader : List.of(strategy, ClogStrategy.CONTROL_LOCK)) {
      try (Store store = Klomp.open(directory, options.withClog(reader, 16))) {
        assertThrows(XidTooOldException.class, () -> store.status(oldest));
        assertEquals(TransactionStatus.COMMITTED, store.status(newest));
        assertRight(store, kept, never);
      }
    }
  }

  private static void assertRight(Store store, byte[] kept, byte[] never) {
    try (Transaction transaction = store.begin()) {
      assertArrayEquals("1".getBytes(UTF_8), transaction.get(kept));
      assertArrayEquals("1".getBytes(UTF_8), transaction.getForUpdate(kept));
      assertNull(transaction.get(never));
      assertFalse(transaction.delete(never));
    }
  }

  @Test
  void theFatesOfTheNewestTransactionsAreKept() {
    try (Store store = Klomp.open(directory, options().withKeptXids(100_000))) {
      long first = put(store, key(1), key(1));
      spendXids(store, 90_000);
      store.vacuum();
      assertEquals(TransactionStatus.COMMITTED, store.status(first));
      spendXids(store, 90_000);
      store.vacuum();
      assertThrows(XidTooOldException.class, () -> store.status(first));
      assertEquals(TransactionStatus.COMMITTED, store.status(first + 90_000));
    }
  }

  @Test
  void aTransactionThatIsOpenKeepsTheCommitLogFromBeingTruncatedBehindIt() {
    try (Store store = Klomp.open(directory, options())) {
      Transaction open = store.begin();
      open.put(key(1), key(1));
      spendXids(store, 70_000);
      store.vacuum();
      assertEquals(TransactionStatus.IN_PROGRESS, store.status(open.xid()));
      open.commit();
      assertEquals(TransactionStatus.COMMITTED, store.status(open.xid()));
    }
  }

  /** One transaction with so many subtransactions. */
  private static void spendXids(Store store, int count) {
    byte[] key = "spent".getBytes(UTF_8);
    try (Transaction transaction = store.begin()) {
      for (int i = 0; i < count; i++) {
        Savepoint savepoint = transaction.savepoint("s");
        transaction.getForUpdate(key);
        transaction.release(savepoint);
      }
      transaction.commit();
    }
  }

  private List<String> segments() {
    try (var files = Files.list(directory.resolve("clog"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static byte[] key(int number) {
    return String.format("key%09d", number).getBytes(UTF_8);
  }

  private static long put(Store store, byte[] key, byte[] value) {
    try (Transaction transaction = store.begin()) {
      transaction.put(key, value);
      transaction.commit();
      return transaction.xid();
    }
  }

  private static void delete(Store store, byte[] key) {
    try (Transaction transaction = store.begin()) {
      transaction.delete(key);
      transaction.commit();
    }
  }

  private static long statistic(Store store, String name) {
    return store.statistics().get(name);
  }

  /** Looks now and then only. */
  private static long statistic(int turn, Store store, String name) {
    return turn % 256 == 0 ? statistic(store, name) : 0;
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + ": not within a minute");
      pause(20);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
