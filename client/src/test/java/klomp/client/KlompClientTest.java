package klomp.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import klomp.api.CommitUnknownException;
import klomp.api.ConflictException;
import klomp.api.ConnectionException;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.RetryPolicy;
import klomp.api.Savepoint;
import klomp.api.StoreClosedException;
import klomp.api.Transaction;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionOverException;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class KlompClientTest {

  private static final byte[] KEY = "k".getBytes(UTF_8);
  private static final byte[] VALUE = "v".getBytes(UTF_8);
  private static final ClientOptions OPTIONS =
      ClientOptions.DEFAULT
          .withMaxConnections(2)
          .withAcquireTimeout(Duration.ofSeconds(10))
          .withRequestTimeout(Duration.ofSeconds(10))
          .withReconnect(new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(5)));

  private Responder responder;
  private KlompClient client;

  private void start(Function<String, String> script) throws IOException {
    start(script, OPTIONS);
  }

  private void start(Function<String, String> script, ClientOptions options) throws IOException {
    responder = new Responder(script);
    client = KlompClient.connect(responder.address(), options);
  }

  /** The agreeable script, but for one command. */
  private static Function<String, String> except(String command, String answer) {
    return received -> received.startsWith(command) ? answer : Responder.agreeable(received);
  }

  @AfterEach
  void stop() throws IOException {
    if (client != null) {
      client.close();
    }
    if (responder != null) {
      responder.close();
    }
  }

  @Test
  void aTransactionIsBeginOperationsAndCommitOnOneConnection() throws IOException {
    start(Responder::agreeable);
    TransactionOptions options =
        TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED).withReadOnly(true);
    try (Transaction transaction = client.begin(options)) {
      assertNull(transaction.get(KEY));
      transaction.commit();
      assertEquals(TransactionState.COMMITTED, transaction.state());
    }
    assertEquals(List.of("BEGIN READ COMMITTED READ ONLY", "GET k", "COMMIT"), responder.received);
    assertEquals(1, responder.connections.size());
  }

  @Test
  void theFirstWriteBringsTheXid() throws IOException {
    start(Responder::agreeable);
    try (Transaction transaction = client.begin()) {
      assertEquals(0, transaction.xid());
      transaction.put(KEY, VALUE);
      transaction.put(KEY, VALUE);
      assertEquals(42, transaction.xid());
      transaction.commit();
      assertEquals(42, transaction.xid());
    }
    assertEquals(List.of("BEGIN", "SET k v", "XID", "SET k v", "COMMIT"), responder.received);
  }

  @Test
  void closingAnOpenTransactionRollsItBackAndReusesTheConnection() throws IOException {
    start(Responder::agreeable);
    for (int i = 0; i < 5; i++) {
      try (Transaction transaction = client.begin()) {
        transaction.put(KEY, VALUE);
      }
    }
    assertEquals(5, responder.received.stream().filter("ROLLBACK"::equals).count());
    assertEquals(1, responder.connections.size());
  }

  @Test
  void aConflictFailsTheTransactionUntilItIsRolledBack() throws IOException {
    start(except("SET", "-CONFLICT key k was changed\r\n"));
    try (Transaction transaction = client.begin()) {
      Savepoint savepoint = transaction.savepoint("mine");
      ConflictException e =
          assertThrows(ConflictException.class, () -> transaction.put(KEY, VALUE));
      assertEquals("key k was changed", e.getMessage());
      assertEquals(TransactionState.FAILED, transaction.state());
      assertThrows(TransactionFailedException.class, () -> transaction.get(KEY));
      assertThrows(TransactionFailedException.class, transaction::commit);
      transaction.rollbackTo(savepoint);
      assertEquals(TransactionState.ACTIVE, transaction.state());
      assertEquals("mine", savepoint.name());
      transaction.commit();
    }
    assertTrue(responder.received.contains("ROLLBACK TO s1"));
  }

  @Test
  void transactRunsTheWorkAgainAfterAConflict() throws IOException {
    int[] writes = new int[1];
    start(
        command ->
            command.startsWith("SET") && ++writes[0] < 3
                ? "-CONFLICT again\r\n"
                : Responder.agreeable(command));
    client.transact(
        transaction -> {
          transaction.put(KEY, VALUE);
          return null;
        });
    assertEquals(3, writes[0]);
  }

  @Test
  void aCommitThatConflictsAbortsAndLeavesTheConnectionClean() throws IOException {
    start(except("COMMIT", "-CONFLICT not serializable\r\n"));
    try (Transaction transaction = client.begin()) {
      transaction.put(KEY, VALUE);
      assertThrows(ConflictException.class, transaction::commit);
      assertEquals(TransactionState.ABORTED, transaction.state());
    }
    client.put(KEY, VALUE);
    assertEquals(
        List.of("BEGIN", "SET k v", "XID", "COMMIT", "ROLLBACK", "SET k v"), responder.received);
  }

  @Test
  void aConnectionLostDuringACommitNamesTheXid() throws IOException {
    start(except("COMMIT", Responder.HANG_UP));
    try (Transaction transaction = client.begin()) {
      transaction.put(KEY, VALUE);
      CommitUnknownException e = assertThrows(CommitUnknownException.class, transaction::commit);
      assertTrue(e.getMessage().contains("xid 42"), e.getMessage());
      assertEquals(42, transaction.xid());
    }
    responder.script(except("XSTATUS", "+committed\r\n"));
    assertEquals(TransactionStatus.COMMITTED, client.status(42));
  }

  @Test
  void aConnectionLostDuringACommitOfReadsLosesNothing() throws IOException {
    start(except("COMMIT", Responder.HANG_UP));
    try (Transaction transaction = client.begin()) {
      transaction.get(KEY);
      assertThrows(ConnectionException.class, transaction::commit);
    }
  }

  @Test
  void aConnectionLostDuringAWriteWithoutTransactionIsUnknown() throws IOException {
    start(except("SET", Responder.HANG_UP));
    assertThrows(CommitUnknownException.class, () -> client.put(KEY, VALUE));
    assertNull(client.get(KEY));
  }

  @Test
  void aBrokenConnectionEndsItsTransactionAndIsReplaced() throws IOException {
    start(Responder::agreeable);
    Transaction transaction = client.begin();
    transaction.put(KEY, VALUE);
    responder.hangUpAll();
    assertThrows(ConnectionException.class, () -> transaction.get(KEY));
    assertEquals(TransactionState.ABORTED, transaction.state());
    assertThrows(TransactionOverException.class, () -> transaction.get(KEY));
    transaction.abort();
    for (int i = 0; i < 4; i++) {
      try (Transaction next = client.begin()) {
        next.put(KEY, VALUE);
        next.commit();
      }
    }
    assertEquals(2, responder.connections.size());
  }

  @Test
  void aServerThatDoesNotAnswerInTimeLosesItsConnection() throws IOException {
    start(except("GET", Responder.SILENCE), OPTIONS.withRequestTimeout(Duration.ofMillis(50)));
    ConnectionException e = assertThrows(ConnectionException.class, () -> client.get(KEY));
    assertTrue(e.getMessage().contains("no answer within 50 ms"), e.getMessage());
    responder.script(Responder::agreeable);
    assertNull(client.get(KEY));
    assertEquals(2, responder.connections.size());
  }

  @Test
  void aRefusedBeginRunsNoWriteAsATransactionOfItsOwn() throws IOException {
    start(except("BEGIN", "-ERR SERIALIZABLE is not available\r\n"));
    // Often, as the answer to BEGIN may come at any moment of the first write.
    for (int round = 0; round < 500; round++) {
      try (Transaction transaction = client.begin()) {
        assertThrows(InvalidRequestException.class, () -> transaction.put(KEY, VALUE));
        assertThrows(InvalidRequestException.class, () -> transaction.put(KEY, VALUE));
        assertThrows(InvalidRequestException.class, transaction::commit);
      }
    }
    assertFalse(responder.received.contains("SET k v"));
    assertFalse(responder.received.contains("COMMIT"));
  }

  @Test
  void withAllConnectionsInUseABeginFailsInTime() throws Exception {
    start(Responder::agreeable, OPTIONS.withAcquireTimeout(Duration.ofMillis(50)));
    Transaction first = client.begin();
    Transaction second = client.begin();
    ConnectionException e = assertThrows(ConnectionException.class, client::begin);
    assertTrue(e.getMessage().contains("none of the 2 connections"), e.getMessage());
    first.abort();
    second.abort();
  }

  @Test
  void aConnectionThatBecomesFreeGoesToTheOneWhoWaits() throws Exception {
    start(Responder::agreeable);
    Transaction first = client.begin();
    Transaction second = client.begin();
    CompletableFuture<Transaction> third = client.beginAsync(TransactionOptions.DEFAULT);
    assertFalse(third.isDone());
    first.commit();
    third.get(10, TimeUnit.SECONDS).abort();
    second.abort();
    assertEquals(2, responder.connections.size());
  }

  @Test
  void aBrokenConnectionMakesRoomForWhoWaits() throws Exception {
    start(
        Responder::agreeable,
        OPTIONS.withMaxConnections(1).withAcquireTimeout(Duration.ofSeconds(10)));
    Transaction first = client.begin();
    first.get(KEY);
    CompletableFuture<Transaction> second = client.beginAsync(TransactionOptions.DEFAULT);
    responder.hangUpAll();
    assertThrows(ConnectionException.class, () -> first.get(KEY));
    try (Transaction transaction = second.get(10, TimeUnit.SECONDS)) {
      transaction.get(KEY);
    }
  }

  @Test
  void operationsMayBeIssuedAheadAndKeepTheirOrder() throws Exception {
    start(Responder::agreeable);
    Transaction transaction = client.begin();
    byte[] value = VALUE.clone();
    CompletableFuture<Void> put = transaction.async().put(KEY, value);
    value[0] = 'x';
    transaction.async().get(KEY);
    transaction.async().put(KEY, value);
    transaction.commitAsync().get(10, TimeUnit.SECONDS);
    assertTrue(put.isDone());
    assertEquals(
        List.of("BEGIN", "SET k v", "XID", "GET k", "SET k x", "COMMIT"), responder.received);
  }

  @Test
  void aFutureFailsWithTheExceptionItself() throws Exception {
    start(except("SET", "-DEADLOCK a circle of 2\r\n"));
    Transaction transaction = client.begin();
    ExecutionException e =
        assertThrows(
            ExecutionException.class,
            () -> transaction.async().put(KEY, VALUE).get(10, TimeUnit.SECONDS));
    assertSame(klomp.api.DeadlockException.class, e.getCause().getClass());
    transaction.abort();
  }

  @Test
  void aBlockingCallOnAnEventLoopIsRefused() throws Exception {
    CountDownLatch isAttached = new CountDownLatch(1);
    start(
        command -> {
          awaitLatch(isAttached);
          return Responder.agreeable(command);
        });
    CompletableFuture<byte[]> nested = client.getAsync(KEY).thenApply(value -> client.get(KEY));
    isAttached.countDown();
    CompletionException e = assertThrows(CompletionException.class, nested::join);
    assertSame(InvalidRequestException.class, e.getCause().getClass());
    assertTrue(e.getCause().getMessage().contains("event loop"));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anInterruptDoesNotEndAWaitAndStaysSet() throws IOException {
    start(Responder::agreeable);
    Thread.currentThread().interrupt();
    client.put(KEY, VALUE);
    assertTrue(Thread.interrupted());
  }

  @Test
  void badKeysAndValuesAreRefusedBeforeTheyAreSent() throws IOException {
    start(Responder::agreeable);
    try (Transaction transaction = client.begin()) {
      assertThrows(InvalidRequestException.class, () -> transaction.get(new byte[0]));
      assertThrows(InvalidRequestException.class, () -> transaction.put(KEY, null));
      assertEquals(TransactionState.ACTIVE, transaction.state());
    }
    assertThrows(InvalidRequestException.class, () -> client.put(new byte[0], VALUE));
  }

  @Test
  void savepointsOfOneNameAreDifferentOnTheWire() throws IOException {
    start(Responder::agreeable);
    try (Transaction transaction = client.begin()) {
      Savepoint older = transaction.savepoint("a");
      Savepoint newer = transaction.savepoint("a");
      transaction.rollbackTo(older);
      assertThrows(InvalidRequestException.class, () -> transaction.rollbackTo(newer));
      transaction.release(older);
      assertThrows(InvalidRequestException.class, () -> transaction.rollbackTo(older));
    }
    assertEquals(
        List.of(
            "BEGIN", "SAVEPOINT s1", "SAVEPOINT s2", "ROLLBACK TO s1", "RELEASE s1", "ROLLBACK"),
        responder.received);
  }

  @Test
  void aLargeValueComesBackWhole() throws IOException {
    String value = "0123456789abcdef".repeat(1 << 18);
    start(except("GET", "$" + value.length() + "\r\n" + value + "\r\n"));
    assertArrayEquals(value.getBytes(UTF_8), client.get(KEY));
  }

  @Test
  void statisticsAreTheNumbersOfInfo() throws IOException {
    String info = "# Klomp\r\nversion:0.1\r\nclog.hits:17\r\nwal.syncs:3\r\n";
    start(except("INFO", "$" + info.length() + "\r\n" + info + "\r\n"));
    assertEquals(17, client.statistics().get("clog.hits"));
    assertEquals(
        List.of("clog.hits", "wal.syncs"), List.copyOf(client.statistics().values().keySet()));
  }

  @Test
  void aReplyThatIsNotRespEndsTheConnection() throws IOException {
    start(except("GET", "HTTP/1.1 400 Bad Request\r\n\r\n"));
    assertThrows(ConnectionException.class, () -> client.get(KEY));
  }

  @Test
  void aClosedClientRefusesAndFailsWhatIsUnderWay() throws Exception {
    start(except("GET", Responder.SILENCE));
    Transaction transaction = client.begin();
    CompletableFuture<byte[]> get = transaction.async().get(KEY);
    client.close();
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> get.get(10, TimeUnit.SECONDS));
    assertSame(StoreClosedException.class, e.getCause().getClass());
    assertThrows(StoreClosedException.class, client::begin);
    transaction.close();
  }

  @Test
  void noServerIsAClearErrorAfterTheLastAttempt() throws IOException {
    responder = new Responder(Responder::agreeable);
    responder.close();
    ConnectionException e =
        assertThrows(
            ConnectionException.class, () -> KlompClient.connect(responder.address(), OPTIONS));
    assertTrue(e.getMessage().contains("3 attempts"), e.getMessage());
  }
}
