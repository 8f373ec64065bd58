package klomp.txn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import klomp.Klomp;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.LockTimeoutException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointTest {

  @TempDir Path directory;
  private Store store;

  @BeforeEach
  void open() {
    store = Klomp.open(directory, options());
  }

  private static StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDurability(Durability.ASYNC)
        .withLockTimeout(Duration.ofMillis(50));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void rollingBackUndoesExactlyWhatCameAfter() {
    Transaction t = store.begin();
    put(t, "a", "1");
    Savepoint s = t.savepoint("s");
    put(t, "a", "2");
    put(t, "b", "2");
    t.rollbackTo(s);
    assertEquals("1", get(t, "a"));
    assertNull(t.get(bytes("b")));
    put(t, "c", "3");
    t.commit();
    Transaction after = store.begin();
    assertEquals("1", get(after, "a"));
    assertNull(after.get(bytes("b")));
    assertEquals("3", get(after, "c"));
    after.commit();
  }

  @Test
  void aSavepointCanBeReturnedToAgain() {
    Transaction t = store.begin();
    Savepoint s = t.savepoint("s");
    for (int i = 0; i < 5; i++) {
      put(t, "a", "" + i);
      t.rollbackTo(s);
      assertNull(t.get(bytes("a")));
    }
    t.commit();
  }

  @Test
  void releasedWorkBelongsToWhatIsAround() {
    Transaction t = store.begin();
    Savepoint outer = t.savepoint("outer");
    Savepoint inner = t.savepoint("inner");
    put(t, "a", "1");
    t.release(inner);
    assertEquals("1", get(t, "a"));
    assertThrows(InvalidRequestException.class, () -> t.rollbackTo(inner));
    t.rollbackTo(outer);
    assertNull(t.get(bytes("a")));
    t.commit();
  }

  @Test
  void locksTakenAfterASavepointAreReleasedWithIt() {
    Transaction t = store.begin();
    put(t, "before", "1");
    Savepoint s = t.savepoint("s");
    put(t, "after", "1");
    put(t, "before", "2");
    t.rollbackTo(s);
    Transaction other = store.begin();
    put(other, "after", "other");
    assertThrows(LockTimeoutException.class, () -> put(other, "before", "other"));
    other.abort();
    t.commit();
  }

  @Test
  void aFailedTransactionGoesOnFromItsSavepoint() {
    Transaction t = store.begin();
    put(t, "a", "1");
    Savepoint s = t.savepoint("s");
    store.transact(
        other -> {
          put(other, "b", "other");
          return null;
        });
    assertThrows(ConflictException.class, () -> put(t, "b", "mine"));
    assertEquals(TransactionState.FAILED, t.state());
    assertThrows(klomp.api.TransactionFailedException.class, t::commit);
    t.rollbackTo(s);
    assertEquals(TransactionState.ACTIVE, t.state());
    put(t, "c", "1");
    t.commit();
    assertEquals("1", get(store.begin(), "c"));
  }

  @Test
  void badInputLeavesTheTransactionAsItWas() {
    Transaction t = store.begin();
    put(t, "a", "1");
    assertThrows(InvalidRequestException.class, () -> t.put(new byte[0], bytes("v")));
    assertThrows(klomp.api.TooLargeException.class, () -> t.put(new byte[5000], bytes("v")));
    assertEquals(TransactionState.ACTIVE, t.state());
    t.commit();
  }

  @Test
  void theFateOfATransactionCanBeAskedFor() {
    Transaction committed = store.begin();
    put(committed, "a", "1");
    Transaction aborted = store.begin();
    put(aborted, "b", "1");
    Transaction open = store.begin();
    put(open, "c", "1");
    committed.commit();
    aborted.abort();
    assertEquals(TransactionStatus.COMMITTED, store.status(committed.xid()));
    assertEquals(TransactionStatus.ABORTED, store.status(aborted.xid()));
    assertEquals(TransactionStatus.IN_PROGRESS, store.status(open.xid()));
    assertThrows(InvalidRequestException.class, () -> store.status(0));
    assertThrows(InvalidRequestException.class, () -> store.status(1L << 40));
    open.abort();
  }

  @Test
  void aReaderHoldsNoXid() {
    Transaction t = store.begin();
    t.get(bytes("a"));
    t.savepoint("s");
    assertEquals(0, t.xid());
    t.commit();
  }

  @Test
  void manySubtransactionsCommitAndAbortAsOne() {
    int count = 5_000;
    Transaction t = store.begin();
    for (int i = 0; i < count; i++) {
      Savepoint s = t.savepoint("s" + i);
      put(t, "k" + i, "" + i);
      if (i % 3 == 0) {
        t.rollbackTo(s);
      }
      t.release(s);
    }
    Transaction reader = store.begin();
    t.commit();
    assertNull(reader.get(bytes("k1")));
    reader.commit();
    Transaction after = store.begin();
    for (int i = 0; i < count; i++) {
      assertEquals(i % 3 == 0 ? null : "" + i, get(after, "k" + i));
    }
    after.commit();
  }

  @Test
  void randomNestingsMatchAModel() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    TreeMap<String, String> committed = new TreeMap<>();
    for (int round = 0; round < 200; round++) {
      Transaction t = store.begin();
      TreeMap<String, String> now = new TreeMap<>(committed);
      List<Savepoint> savepoints = new ArrayList<>();
      List<TreeMap<String, String>> saved = new ArrayList<>();
      for (int step = 0; step < 40; step++) {
        int choice = random.nextInt(10);
        if (choice < 4) {
          String key = "k" + random.nextInt(20);
          put(t, key, "v" + step);
          now.put(key, "v" + step);
        } else if (choice < 5) {
          String key = "k" + random.nextInt(20);
          assertEquals(now.remove(key) != null, t.delete(bytes(key)), "seed " + seed);
        } else if (choice < 7) {
          savepoints.add(t.savepoint("s" + step));
          saved.add(new TreeMap<>(now));
        } else if (!savepoints.isEmpty()) {
          int at = random.nextInt(savepoints.size());
          if (choice == 7) {
            t.release(savepoints.get(at));
            savepoints.subList(at, savepoints.size()).clear();
            saved.subList(at, saved.size()).clear();
          } else {
            t.rollbackTo(savepoints.get(at));
            now = new TreeMap<>(saved.get(at));
            savepoints.subList(at + 1, savepoints.size()).clear();
            saved.subList(at + 1, saved.size()).clear();
          }
        }
        assertEquals(now, content(t), "seed " + seed + " round " + round + " step " + step);
      }
      if (random.nextInt(4) == 0) {
        t.abort();
      } else {
        t.commit();
        committed = now;
      }
      if (round % 50 == 49) {
        store.close();
        store = Klomp.open(directory, options());
      }
      Transaction after = store.begin();
      assertEquals(committed, content(after), "seed " + seed + " round " + round);
      after.commit();
    }
  }

  @Test
  void aWaitingOperationHoldsNoThreadAndGoesOnWhenTheLockIsFree() {
    Transaction holder = store.begin();
    put(holder, "a", "1");
    Transaction waiter =
        store.begin(
            klomp.api.TransactionOptions.DEFAULT.withIsolation(klomp.api.Isolation.READ_COMMITTED));
    CompletableFuture<Void> put = waiter.async().put(bytes("a"), bytes("2"));
    assertFalse(put.isDone());
    holder.commit();
    put.join();
    waiter.async().commit().join();
    assertEquals("2", get(store.begin(), "a"));
  }

  @Test
  void abortWhileWaitingCancelsTheWait() {
    Transaction holder = store.begin();
    put(holder, "a", "1");
    Transaction waiter = store.begin();
    CompletableFuture<Void> put = waiter.async().put(bytes("a"), bytes("2"));
    waiter.abort();
    assertThrows(java.util.concurrent.CompletionException.class, put::join);
    holder.commit();
    assertArrayEquals(bytes("1"), store.begin().get(bytes("a")));
  }

  private static Map<String, String> content(Transaction t) {
    TreeMap<String, String> content = new TreeMap<>();
    try (Cursor cursor = t.scan(Scan.all())) {
      while (cursor.next()) {
        content.put(new String(cursor.key(), UTF_8), new String(cursor.value(), UTF_8));
      }
    }
    return content;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String get(Transaction t, String key) {
    byte[] value = t.get(bytes(key));
    return value == null ? null : new String(value, UTF_8);
  }

  private static void put(Transaction t, String key, String value) {
    t.put(bytes(key), bytes(value));
  }
}
