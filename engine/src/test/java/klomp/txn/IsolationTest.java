package klomp.txn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import klomp.Klomp;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Hermitage scenarios at each level; key 1 is 10 and key 2 is 20 at the begin. */
class IsolationTest {

  @TempDir Path directory;
  private Store store;

  @BeforeEach
  void open() {
    store =
        Klomp.open(
            directory,
            StoreOptions.DEFAULT
                .withDurability(Durability.ASYNC)
                .withLockTimeout(Duration.ofSeconds(20)));
    store.transact(
        t -> {
          put(t, 1, 10);
          put(t, 2, 20);
          return null;
        });
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void dirtyWritesAreImpossible_G0() {
    for (Isolation level : List.of(Isolation.READ_COMMITTED, Isolation.SNAPSHOT)) {
      Transaction t1 = begin(level);
      Transaction t2 = begin(level);
      put(t1, 1, 11);
      CompletableFuture<Void> blocked = putLater(t2, 1, 12);
      assertFalse(blocked.isDone());
      put(t1, 2, 21);
      t1.commit();
      if (level == Isolation.SNAPSHOT) {
        assertConflict(blocked);
        t2.abort();
        assertState(11, 21);
      } else {
        blocked.join();
        put(t2, 2, 22);
        t2.commit();
        assertState(12, 22);
      }
    }
  }

  @Test
  void abortedWritesAreNeverRead_G1a() {
    for (Isolation level : List.of(Isolation.READ_COMMITTED, Isolation.SNAPSHOT)) {
      Transaction t1 = begin(level);
      Transaction t2 = begin(level);
      put(t1, 1, 101);
      assertEquals(10, get(t2, 1));
      t1.abort();
      assertEquals(10, get(t2, 1));
      t2.commit();
    }
  }

  @Test
  void intermediateWritesAreNeverRead_G1b() {
    for (Isolation level : List.of(Isolation.READ_COMMITTED, Isolation.SNAPSHOT)) {
      Transaction t1 = begin(level);
      Transaction t2 = begin(level);
      int before = get(t2, 1);
      put(t1, 1, 101);
      assertEquals(before, get(t2, 1));
      put(t1, 1, 11);
      t1.commit();
      assertEquals(level == Isolation.SNAPSHOT ? before : 11, get(t2, 1));
      t2.commit();
    }
  }

  @Test
  void informationDoesNotFlowInACircle_G1c() {
    for (Isolation level : List.of(Isolation.READ_COMMITTED, Isolation.SNAPSHOT)) {
      set(10, 20);
      Transaction t1 = begin(level);
      Transaction t2 = begin(level);
      put(t1, 1, 11);
      put(t2, 2, 22);
      assertEquals(20, get(t1, 2));
      assertEquals(10, get(t2, 1));
      t1.commit();
      t2.commit();
    }
  }

  @Test
  void anObservedTransactionDoesNotVanish_OTV() {
    Transaction t1 = begin(Isolation.READ_COMMITTED);
    Transaction t2 = begin(Isolation.READ_COMMITTED);
    Transaction t3 = begin(Isolation.READ_COMMITTED);
    put(t1, 1, 11);
    put(t1, 2, 19);
    CompletableFuture<Void> blocked = putLater(t2, 1, 12);
    t1.commit();
    blocked.join();
    assertEquals(11, get(t3, 1));
    put(t2, 2, 18);
    assertEquals(19, get(t3, 2));
    t2.commit();
    assertEquals(18, get(t3, 2));
    assertEquals(12, get(t3, 1));
    t3.commit();
  }

  @Test
  void aSnapshotShowsOnePointThroughout_OTV() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    Transaction t2 = begin(Isolation.SNAPSHOT);
    put(t1, 1, 11);
    put(t1, 2, 19);
    CompletableFuture<Void> blocked = putLater(t2, 1, 12);
    t1.commit();
    Transaction t3 = begin(Isolation.SNAPSHOT);
    assertEquals(11, get(t3, 1));
    assertConflict(blocked);
    t2.abort();
    set(1, 2);
    assertEquals(19, get(t3, 2));
    assertEquals(11, get(t3, 1));
    t3.commit();
  }

  @Test
  void predicatesSeeTheSnapshot_PMP() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    assertEquals(List.of("1", "2"), keys(t1));
    Transaction committed = begin(Isolation.READ_COMMITTED);
    assertEquals(List.of("1", "2"), keys(committed));
    store.transact(
        t -> {
          put(t, 3, 30);
          return null;
        });
    assertEquals(List.of("1", "2"), keys(t1));
    assertEquals(List.of("1", "2", "3"), keys(committed));
    t1.commit();
    committed.commit();
  }

  @Test
  void aDeleteOfWhatOthersChangedFails_PMPWrite() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    Transaction t2 = begin(Isolation.SNAPSHOT);
    put(t1, 1, 20);
    put(t1, 2, 30);
    assertEquals(20, get(t2, 2));
    CompletableFuture<Boolean> blocked = t2.async().delete(key(2));
    t1.commit();
    assertConflict(blocked);
    t2.abort();
    assertState(20, 30);
  }

  @Test
  void updatesAreNotLost_P4() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    Transaction t2 = begin(Isolation.SNAPSHOT);
    assertEquals(get(t1, 1), get(t2, 1));
    put(t1, 1, 11);
    CompletableFuture<Void> blocked = putLater(t2, 1, 11);
    t1.commit();
    assertConflict(blocked);
    assertThrows(klomp.api.TransactionFailedException.class, () -> get(t2, 1));
    t2.abort();
  }

  @Test
  void readsAreNotSkewed_GSingle() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    assertEquals(10, get(t1, 1));
    set(12, 18);
    assertEquals(20, get(t1, 2));
    assertThrows(ConflictException.class, () -> t1.delete(key(2)));
    t1.abort();
  }

  @Test
  void writeSkewIsAllowedAtSnapshot_G2Item() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    Transaction t2 = begin(Isolation.SNAPSHOT);
    assertEquals(30, get(t1, 1) + get(t1, 2));
    assertEquals(30, get(t2, 1) + get(t2, 2));
    put(t1, 1, 11);
    put(t2, 2, 21);
    t1.commit();
    t2.commit();
    assertState(11, 21);
  }

  @Test
  void aLockThatIsReadForUpdateKeepsOthersFromTheKey() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    assertEquals(10, Integer.parseInt(new String(t1.getForUpdate(key(1)), UTF_8)));
    Transaction t2 = begin(Isolation.READ_COMMITTED);
    CompletableFuture<byte[]> blocked = t2.async().getForUpdate(key(1));
    assertFalse(blocked.isDone());
    put(t1, 1, 15);
    t1.commit();
    assertEquals("15", new String(blocked.join(), UTF_8));
    t2.commit();
  }

  @Test
  void aLockAfterAChangeFailsAtSnapshotEvenWithoutAWrite() {
    Transaction t1 = begin(Isolation.SNAPSHOT);
    set(11, 21);
    assertThrows(ConflictException.class, () -> t1.getForUpdate(key(1)));
    t1.abort();
  }

  @Test
  void everyReadSeesTheTransactionsOwnWrites() {
    for (Isolation level : List.of(Isolation.READ_COMMITTED, Isolation.SNAPSHOT)) {
      Transaction t = begin(level);
      put(t, 5, 50);
      assertEquals(50, get(t, 5));
      assertEquals("50", new String(t.getForUpdate(key(5)), UTF_8));
      assertEquals("50", new String(t.multiGet(List.of(key(5))).get(0), UTF_8));
      assertEquals(List.of("1", "2", "5"), keys(t));
      assertTrue(t.delete(key(5)));
      assertFalse(t.delete(key(5)));
      assertNull(t.get(key(5)));
      assertEquals(List.of("1", "2"), keys(t));
      t.abort();
    }
  }

  @Test
  void serializableIsRefusedWithAReason() {
    assertThrows(InvalidRequestException.class, () -> begin(Isolation.SERIALIZABLE));
    StoreOptions asDefault = StoreOptions.DEFAULT.withIsolation(Isolation.SERIALIZABLE);
    Path other = directory.resolve("other");
    assertThrows(InvalidRequestException.class, () -> Klomp.open(other, asDefault));
  }

  private Transaction begin(Isolation level) {
    return store.begin(TransactionOptions.DEFAULT.withIsolation(level));
  }

  private void set(int one, int two) {
    store.transact(
        t -> {
          put(t, 1, one);
          put(t, 2, two);
          return null;
        });
  }

  private void assertState(int one, int two) {
    store.transact(
        t -> {
          assertEquals(one, get(t, 1));
          assertEquals(two, get(t, 2));
          return null;
        });
    set(10, 20);
  }

  private static void assertConflict(CompletableFuture<?> future) {
    CompletionException e = assertThrows(CompletionException.class, future::join);
    assertTrue(e.getCause() instanceof ConflictException, () -> "" + e.getCause());
  }

  private static List<String> keys(Transaction t) {
    List<String> keys = new ArrayList<>();
    try (Cursor cursor = t.scan(Scan.all())) {
      while (cursor.next()) {
        keys.add(new String(cursor.key(), UTF_8));
      }
    }
    return keys;
  }

  private static byte[] key(int number) {
    return Integer.toString(number).getBytes(UTF_8);
  }

  private static int get(Transaction t, int key) {
    return Integer.parseInt(new String(t.get(key(key)), UTF_8));
  }

  private static void put(Transaction t, int key, int value) {
    t.put(key(key), Integer.toString(value).getBytes(UTF_8));
  }

  private static CompletableFuture<Void> putLater(Transaction t, int key, int value) {
    return t.async().put(key(key), Integer.toString(value).getBytes(UTF_8));
  }
}
