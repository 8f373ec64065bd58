package klomp.txn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import klomp.Klomp;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must hold when ends of transactions meet checkpoints, closing, and each other. */
class TransactionFaultTest {

  private static final StoreOptions ASYNC = StoreOptions.DEFAULT.withDurability(Durability.ASYNC);

  @TempDir Path directory;

  @Test
  void anAbortTooLongForOneRecordIsNotCutByACheckpoint() throws Exception {
    int subtransactions = 40_000;
    AtomicBoolean stop = new AtomicBoolean();
    try (Store store = Klomp.open(directory, ASYNC)) {
      Thread checkpoints =
          new Thread(
              () -> {
                while (!stop.get()) {
                  store.checkpoint();
                }
              });
      checkpoints.start();
      for (int round = 0; round < 3; round++) {
        Transaction t = store.begin();
        Savepoint whole = t.savepoint("whole");
        for (int i = 0; i < subtransactions; i++) {
          Savepoint s = t.savepoint("s");
          t.put(bytes("k" + i % 100), bytes("v" + i));
          t.release(s);
        }
        t.rollbackTo(whole);
        t.put(bytes("kept"), bytes("" + round));
        t.commit();
      }
      stop.set(true);
      checkpoints.join();
    }
    try (Store store = Klomp.open(directory, ASYNC);
        Transaction t = store.begin()) {
      assertEquals("2", new String(t.get(bytes("kept")), UTF_8));
      assertNull(t.get(bytes("k1")));
    }
  }

  @RepeatedTest(20)
  void aCommitThatMeetsTheCloseIsAnsweredOneWayOrTheOther() throws Exception {
    Store store = Klomp.open(directory, StoreOptions.DEFAULT);
    Transaction t = store.begin();
    t.put(bytes("a"), bytes("1"));
    Thread closing = new Thread(store::close);
    closing.start();
    boolean acknowledged;
    try {
      CompletableFuture<Void> committed = t.commitAsync();
      committed.get(30, TimeUnit.SECONDS);
      acknowledged = true;
    } catch (ExecutionException e) {
      assertTrue(e.getCause() instanceof KlompException, () -> "" + e.getCause());
      acknowledged = false;
    } catch (KlompException e) {
      acknowledged = false;
    }
    closing.join(30_000);
    assertFalse(closing.isAlive(), "the store closes");
    try (Store again = Klomp.open(directory, StoreOptions.DEFAULT);
        Transaction after = again.begin()) {
      if (acknowledged) {
        assertEquals("1", new String(after.get(bytes("a")), UTF_8));
      }
    }
  }

  @Test
  void aCursorThatIsClosedAfterTheCommitGivesUpNobodyElsesSnapshot() {
    try (Store store = Klomp.open(directory, ASYNC)) {
      Transaction t =
          store.begin(TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED));
      t.put(bytes("a"), bytes("1"));
      Cursor cursor = t.scan(Scan.all());
      assertTrue(cursor.next());
      t.commit();
      Transaction reader = store.begin();
      cursor.close();
      for (int i = 0; i < 2_000; i++) {
        String value = "new" + i;
        store.transact(
            w -> {
              w.put(bytes("a"), bytes(value));
              return null;
            });
      }
      assertEquals("1", new String(reader.get(bytes("a")), UTF_8));
      assertThrows(KlompException.class, cursor::next);
      reader.commit();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
