package klomp.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.InvalidRequestException;
import klomp.api.ReadOnlyException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;
import klomp.client.KlompClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Klomp's own client, which is a Store like the one behind the server. */
class ClientTest {

  private TestServer server;
  private Store store;

  @BeforeEach
  void start() {
    server = new TestServer();
    store = KlompClient.connect("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() {
    store.close();
    server.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> keys(Transaction transaction, Scan scan) {
    List<String> keys = new ArrayList<>();
    try (Cursor cursor = transaction.scan(scan)) {
      while (cursor.next()) {
        keys.add(new String(cursor.key(), StandardCharsets.UTF_8));
      }
    }
    return keys;
  }

  @Test
  void aTransactionWithSavepointsCommits() {
    long xid;
    try (Transaction transaction = store.begin()) {
      transaction.put(bytes("a"), bytes("1"));
      Savepoint savepoint = transaction.savepoint("s");
      transaction.put(bytes("a"), bytes("2"));
      transaction.put(bytes("b"), bytes("2"));
      assertEquals(List.of("a", "b"), keys(transaction, Scan.all()));
      transaction.rollbackTo(savepoint);
      assertArrayEquals(bytes("1"), transaction.getForUpdate(bytes("a")));
      xid = transaction.xid();
      assertEquals(TransactionStatus.IN_PROGRESS, store.status(xid));
      transaction.commit();
    }
    assertEquals(TransactionStatus.COMMITTED, store.status(xid));
    assertEquals("1", server.stored("a"));
    assertNull(server.stored("b"));
    assertThrows(InvalidRequestException.class, () -> store.status(xid + 1_000_000));
    store.checkpoint();
    assertTrue(store.statistics().values().containsKey("clog.hits"));
  }

  @Test
  void scansGoBothWaysAndStopAtLimits() {
    store.transact(
        transaction -> {
          for (int i = 0; i < 300; i++) {
            transaction.put(bytes(String.format("k%03d", i)), bytes("v" + i));
          }
          return null;
        });
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY)) {
      List<String> all = keys(transaction, Scan.all());
      assertEquals(300, all.size());
      assertEquals("k000", all.get(0));
      List<String> back = keys(transaction, Scan.all().reverse());
      assertEquals(300, back.size());
      assertEquals("k299", back.get(0));
      assertEquals(
          List.of("k019", "k018"),
          keys(transaction, Scan.prefix(bytes("k01")).reverse().withLimit(2)));
      assertThrows(ReadOnlyException.class, () -> transaction.put(bytes("x"), bytes("y")));
    }
  }

  @Test
  void aConflictIsTypedAndFailsTheTransaction() {
    store.transact(
        transaction -> {
          transaction.put(bytes("a"), bytes("0"));
          return null;
        });
    try (Transaction one = store.begin();
        Transaction two = store.begin()) {
      assertArrayEquals(bytes("0"), one.get(bytes("a")));
      assertArrayEquals(bytes("0"), two.get(bytes("a")));
      one.put(bytes("a"), bytes("1"));
      one.commit();
      assertThrows(ConflictException.class, () -> two.put(bytes("a"), bytes("2")));
      assertEquals(TransactionState.FAILED, two.state());
      assertThrows(TransactionFailedException.class, () -> two.get(bytes("a")));
    }
    assertEquals("1", server.stored("a"));
  }
}
