package klomp.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import klomp.api.AsyncTransaction;
import klomp.api.ConflictException;
import klomp.api.Cursor;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.api.Limits;
import klomp.api.ReadOnlyException;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Transaction;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionState;
import klomp.api.TransactionStatus;
import klomp.client.ClientOptions;
import klomp.client.KlompClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Java client against a real server: what the API promises holds over the network. */
@Timeout(60)
class RemoteStoreTest {

  private TestServer server;
  private KlompClient client;

  @BeforeEach
  void start() {
    server = new TestServer();
    client = KlompClient.connect(server.address(), ClientOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  @Test
  void whatATransactionWritesIsSeenByItselfAtOnceAndByOthersAfterItsCommit() {
    try (Transaction transaction = client.begin()) {
      transaction.put(bytes("a"), bytes("1"));
      assertEquals("1", text(transaction.get(bytes("a"))));
      assertNull(client.get(bytes("a")));
      transaction.commit();
    }
    assertEquals("1", text(client.get(bytes("a"))));
    assertTrue(client.delete(bytes("a")));
    assertFalse(client.delete(bytes("a")));
  }

  @Test
  void theSnapshotIsTakenAtTheBegin() {
    client.put(bytes("a"), bytes("old"));
    try (Transaction transaction = client.begin()) {
      assertEquals("old", text(transaction.get(bytes("a"))));
      client.put(bytes("a"), bytes("new"));
      assertEquals("old", text(transaction.get(bytes("a"))));
      assertThrows(ConflictException.class, () -> transaction.put(bytes("a"), bytes("mine")));
      assertEquals(TransactionState.FAILED, transaction.state());
      assertThrows(TransactionFailedException.class, () -> transaction.get(bytes("a")));
    }
    assertEquals("new", text(client.get(bytes("a"))));
  }

  @Test
  void counterIncrementsOfManyThreadsAreAllKept() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(
          threads.submit(
              () -> {
                for (int n = 0; n < 25; n++) {
                  client.transact(RemoteStoreTest::increment);
                }
              }));
    }
    for (Future<?> run : runs) {
      run.get(50, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertEquals("100", text(client.get(bytes("counter"))));
  }

  private static Void increment(Transaction transaction) {
    String value = text(transaction.getForUpdate(bytes("counter")));
    int next = value == null ? 1 : Integer.parseInt(value) + 1;
    transaction.put(bytes("counter"), bytes(Integer.toString(next)));
    return null;
  }

  @Test
  void savepointsUndoExactlyWhatCameAfterThem() {
    try (Transaction transaction = client.begin()) {
      transaction.put(bytes("a"), bytes("1"));
      Savepoint outer = transaction.savepoint("same");
      transaction.put(bytes("b"), bytes("2"));
      Savepoint inner = transaction.savepoint("same");
      transaction.put(bytes("c"), bytes("3"));
      transaction.rollbackTo(inner);
      assertNull(transaction.get(bytes("c")));
      assertEquals("2", text(transaction.get(bytes("b"))));
      transaction.rollbackTo(outer);
      assertNull(transaction.get(bytes("b")));
      assertThrows(InvalidRequestException.class, () -> transaction.rollbackTo(inner));
      transaction.release(outer);
      transaction.commit();
    }
    assertEquals("1", text(client.get(bytes("a"))));
    assertNull(client.get(bytes("b")));
  }

  @Test
  void aFailedTransactionGoesOnFromASavepoint() {
    client.put(bytes("a"), bytes("old"));
    try (Transaction transaction = client.begin()) {
      transaction.put(bytes("b"), bytes("1"));
      Savepoint savepoint = transaction.savepoint("here");
      client.put(bytes("a"), bytes("new"));
      assertThrows(ConflictException.class, () -> transaction.put(bytes("a"), bytes("mine")));
      transaction.rollbackTo(savepoint);
      assertEquals(TransactionState.ACTIVE, transaction.state());
      transaction.commit();
    }
    assertEquals("1", text(client.get(bytes("b"))));
  }

  @Test
  void theFateOfATransactionCanBeAsked() {
    long committed;
    long aborted;
    try (Transaction transaction = client.begin()) {
      assertEquals(0, transaction.xid());
      transaction.put(bytes("a"), bytes("1"));
      committed = transaction.xid();
      assertNotEquals(0, committed);
      assertEquals(TransactionStatus.IN_PROGRESS, client.status(committed));
      transaction.commit();
    }
    try (Transaction transaction = client.begin()) {
      transaction.put(bytes("a"), bytes("2"));
      aborted = transaction.xid();
    }
    assertEquals(TransactionStatus.COMMITTED, client.status(committed));
    assertEquals(TransactionStatus.ABORTED, client.status(aborted));
  }

  @Test
  void aReadOnlyTransactionRefusesWritesAndStaysUsable() {
    try (Transaction transaction = client.begin(TransactionOptions.READ_ONLY)) {
      assertThrows(ReadOnlyException.class, () -> transaction.put(bytes("a"), bytes("1")));
      assertNull(transaction.get(bytes("a")));
      transaction.commit();
    }
  }

  @Test
  void scansOfManyPagesGiveEveryEntryOnceInOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    client.transact(
        transaction -> {
          for (int i = 0; i < 700; i++) {
            byte[] key = new byte[1 + random.nextInt(3)];
            random.nextBytes(key);
            byte[] value = new byte[random.nextInt(50)];
            random.nextBytes(value);
            transaction.put(key, value);
            model.put(key, value);
          }
          return null;
        });
    try (Transaction transaction = client.begin(TransactionOptions.READ_ONLY)) {
      for (int i = 0; i < 60; i++) {
        Scan scan = randomScan(random);
        assertScan(expected(model, scan), transaction, scan, "seed " + seed + ", " + i);
      }
    }
  }

  private static Scan randomScan(Random random) {
    Scan scan = Scan.range(randomBound(random), randomBound(random));
    if (random.nextBoolean()) {
      scan = scan.reverse();
    }
    if (random.nextBoolean()) {
      scan = scan.withLimit(1 + random.nextInt(400));
    }
    return random.nextInt(4) == 0 ? scan.withKeysOnly() : scan;
  }

  private static byte[] randomBound(Random random) {
    byte[] bound = new byte[1 + random.nextInt(2)];
    random.nextBytes(bound);
    return random.nextBoolean() ? null : bound;
  }

  private static List<Map.Entry<byte[], byte[]>> expected(
      NavigableMap<byte[], byte[]> model, Scan scan) {
    NavigableMap<byte[], byte[]> range = scan.isReverse() ? model.descendingMap() : model;
    return range.entrySet().stream()
        .filter(e -> scan.from() == null || Arrays.compareUnsigned(e.getKey(), scan.from()) >= 0)
        .filter(e -> scan.to() == null || Arrays.compareUnsigned(e.getKey(), scan.to()) < 0)
        .limit(scan.limit())
        .toList();
  }

  private static void assertScan(
      List<Map.Entry<byte[], byte[]>> expected, Transaction transaction, Scan scan, String what) {
    try (Cursor cursor = transaction.scan(scan)) {
      for (Map.Entry<byte[], byte[]> entry : expected) {
        assertTrue(cursor.next(), what);
        assertArrayEquals(entry.getKey(), cursor.key(), what);
        assertArrayEquals(scan.keysOnly() ? null : entry.getValue(), cursor.value(), what);
      }
      assertFalse(cursor.next(), what);
      assertFalse(cursor.next(), what);
    }
    assertEquals(expected.size(), transaction.async().scan(scan).join().size(), what);
  }

  @Test
  void anOpenCursorSeesWhatItsTransactionWritesAhead() {
    client.transact(
        transaction -> {
          for (char c = 'a'; c <= 'e'; c++) {
            transaction.put(bytes("" + c), bytes("old"));
          }
          return null;
        });
    try (Transaction transaction = client.begin();
        Cursor cursor = transaction.scan(Scan.all().withLimit(6))) {
      List<String> seen = new ArrayList<>();
      while (cursor.next()) {
        String key = text(cursor.key());
        seen.add(key + "=" + text(cursor.value()));
        if (key.equals("b")) {
          transaction.delete(bytes("c"));
          transaction.put(bytes("bb"), bytes("new"));
          transaction.put(bytes("d"), bytes("new"));
          transaction.put(bytes("a"), bytes("behind"));
        }
        if (key.equals("e")) {
          transaction.put(bytes("f"), bytes("new"));
        }
      }
      assertEquals(List.of("a=old", "b=old", "bb=new", "d=new", "e=old", "f=new"), seen);
    }
  }

  @Test
  void valuesThatDoNotFitOneReplyTogetherAreScannedInSmallerPages() {
    byte[] large = new byte[20 << 20];
    new Random(7).nextBytes(large);
    for (int i = 0; i < 8; i++) {
      client.put(bytes("k" + i), large);
    }
    try (Transaction transaction = client.begin();
        Cursor cursor = transaction.scan(Scan.all())) {
      int count = 0;
      while (cursor.next()) {
        assertArrayEquals(large, cursor.value());
        count++;
      }
      assertEquals(8, count);
    }
  }

  @Test
  void theLargestValueAndTheLongestKeyWork() {
    byte[] key = new byte[Limits.MAX_KEY_BYTES];
    Arrays.fill(key, (byte) 0xFF);
    byte[] value = new byte[Limits.MAX_VALUE_BYTES];
    new Random(7).nextBytes(value);
    client.put(key, value);
    assertArrayEquals(value, client.get(key));
    try (Transaction transaction = client.begin();
        Cursor cursor = transaction.scan(Scan.range(key, null))) {
      assertTrue(cursor.next());
      assertArrayEquals(key, cursor.key());
      assertFalse(cursor.next());
    }
  }

  @Test
  void operationsIssuedAheadRunInOrder() throws Exception {
    Transaction transaction =
        client.beginAsync(TransactionOptions.DEFAULT).get(10, TimeUnit.SECONDS);
    AsyncTransaction async = transaction.async();
    CompletableFuture<Void> last = null;
    for (int i = 0; i < 500; i++) {
      last = async.put(bytes("key"), bytes(Integer.toString(i)));
    }
    CompletableFuture<byte[]> read = async.get(bytes("key"));
    CompletableFuture<Void> commit = async.commit();
    commit.get(10, TimeUnit.SECONDS);
    assertTrue(last.isDone());
    assertEquals("499", text(read.get(10, TimeUnit.SECONDS)));
    assertEquals("499", text(client.get(bytes("key"))));
  }

  @Test
  void manyAsyncTransactionsShareFewConnections() throws Exception {
    try (KlompClient small =
        KlompClient.connect(
            server.address(),
            ClientOptions.DEFAULT
                .withMaxConnections(2)
                .withAcquireTimeout(Duration.ofSeconds(30)))) {
      List<CompletableFuture<Void>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        byte[] key = bytes("key" + i);
        all.add(
            small
                .beginAsync(TransactionOptions.DEFAULT)
                .thenCompose(
                    transaction ->
                        transaction
                            .async()
                            .put(key, key)
                            .thenCompose(nothing -> transaction.commitAsync())));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(30, TimeUnit.SECONDS);
    }
    try (Transaction transaction = client.begin()) {
      List<byte[]> keys = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        keys.add(bytes("key" + i));
      }
      List<byte[]> values = transaction.multiGet(keys);
      for (int i = 0; i < 50; i++) {
        assertArrayEquals(keys.get(i), values.get(i));
      }
    }
  }

  @Test
  void readCommittedSeesWhatOthersCommitMeanwhile() {
    TransactionOptions options = TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED);
    try (Transaction transaction = client.begin(options)) {
      assertNull(transaction.get(bytes("a")));
      client.put(bytes("a"), bytes("1"));
      assertEquals("1", text(transaction.get(bytes("a"))));
      transaction.put(bytes("a"), bytes("2"));
      transaction.commit();
    }
    assertEquals("2", text(client.get(bytes("a"))));
  }

  @Test
  void statisticsAndCheckpointReachTheStore() {
    client.checkpoint();
    assertEquals(
        server.store.statistics().values().keySet(), client.statistics().values().keySet());
  }
}
