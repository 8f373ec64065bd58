package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import klomp.server.RawClient.Failure;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** BEGIN to COMMIT, savepoints, errors inside, and the fate of a transaction. */
class TransactionsTest {

  private TestServer server;
  private RawClient client;
  private RawClient other;

  @BeforeEach
  void start() throws IOException {
    server = new TestServer(TestServer.STORE.withLockTimeout(Duration.ofMillis(300)), 4);
    client = server.connect();
    other = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    other.close();
    server.close();
  }

  private static void assertFails(RawClient who, String code, String line) throws IOException {
    Failure failure = assertInstanceOf(Failure.class, who.ask(line), line);
    assertEquals(code, failure.code(), failure.text());
  }

  private void assertOk(String line) throws IOException {
    assertEquals(RawClient.OK, client.ask(line), line);
  }

  @Test
  void othersSeeNothingBeforeTheCommitAndAllAfterIt() throws IOException {
    assertOk("BEGIN");
    assertOk("SET a 1");
    assertOk("SET b 2");
    assertEquals("1", client.ask("GET a"));
    assertEquals(List.of("a", "1", "b", "2"), client.call("RANGE", "", ""));
    assertNull(other.ask("GET a"));
    assertOk("COMMIT");
    assertEquals(List.of("1", "2"), other.ask("MGET a b"));
  }

  @Test
  void rollbackUndoesAll() throws IOException {
    assertOk("SET a 0");
    for (String end : List.of("ROLLBACK", "ABORT")) {
      assertOk("BEGIN");
      assertOk("SET a 1");
      assertEquals(1L, client.ask("DEL a"));
      assertOk(end);
      assertEquals("0", client.ask("GET a"));
    }
  }

  @Test
  void savepointsNestAndNamesHideOlderOnes() throws IOException {
    assertOk("BEGIN");
    assertOk("SET k 0");
    assertOk("SAVEPOINT s");
    assertOk("SET k 1");
    assertOk("SAVEPOINT s");
    assertOk("SET k 2");
    assertOk("ROLLBACK TO s");
    assertEquals("1", client.ask("GET k"));
    assertOk("RELEASE s");
    assertOk("ROLLBACK TO SAVEPOINT s");
    assertEquals("0", client.ask("GET k"));
    assertOk("SAVEPOINT inner");
    assertOk("SET k 3");
    assertOk("RELEASE SAVEPOINT inner");
    assertFails(client, "ERR", "ROLLBACK TO inner");
    assertFails(client, "ERR", "RELEASE nosuch");
    assertFails(client, "ERR", "ROLLBACK AT s");
    assertOk("COMMIT");
    assertEquals("3", other.ask("GET k"));
  }

  @Test
  void rollbackToASavepointReleasesTheLocksTakenAfterIt() throws IOException {
    assertOk("BEGIN");
    assertOk("SET before 1");
    assertOk("SAVEPOINT s");
    assertOk("SET after 1");
    assertOk("ROLLBACK TO s");
    assertEquals(RawClient.OK, other.ask("SET after 2"));
    assertFails(other, "LOCKTIMEOUT", "SET before 2");
    assertOk("COMMIT");
    assertEquals(List.of("1", "2"), other.ask("MGET before after"));
  }

  @Test
  void beginTakesIsolationReadOnlyAndDurability() throws IOException {
    for (String options :
        List.of(
            "",
            " READ COMMITTED",
            " snapshot",
            " SNAPSHOT READ ONLY",
            " READ COMMITTED READ ONLY SYNC",
            " ASYNC",
            " READ ONLY SNAPSHOT ASYNC")) {
      assertOk("BEGIN" + options);
      assertOk("ROLLBACK");
    }
    for (String bad :
        List.of("SOON", "READ", "SNAPSHOT SERIALIZABLE", "SYNC ASYNC", "READ ONLY READ ONLY")) {
      assertFails(client, "ERR", "BEGIN " + bad);
    }
    assertFails(client, "NOTXN", "COMMIT");
    assertOk("BEGIN READ ONLY");
    assertFails(client, "READONLY", "SET a 1");
    assertNull(client.ask("GET a"));
    assertFails(client, "ERR", "BEGIN");
    assertOk("COMMIT");
  }

  @Test
  void snapshotAndReadCommittedDiffer() throws IOException {
    assertOk("SET a 1");
    assertOk("BEGIN SNAPSHOT");
    assertEquals("1", client.ask("GET a"));
    other.ask("SET a 2");
    assertEquals("1", client.ask("GET a"));
    assertOk("COMMIT");
    assertOk("BEGIN READ COMMITTED");
    assertEquals("2", client.ask("GET a"));
    other.ask("SET a 3");
    assertEquals("3", client.ask("GET a"));
    assertOk("COMMIT");
  }

  @Test
  void afterAConflictOnlyARollbackIsAccepted() throws IOException {
    assertOk("SET a 1");
    assertOk("BEGIN");
    assertOk("SAVEPOINT s");
    assertEquals("1", client.ask("GET a"));
    other.ask("SET a 2");
    assertFails(client, "CONFLICT", "SET a 3");
    assertFails(client, "FAILED", "GET a");
    assertFails(client, "FAILED", "SET b 1");
    assertFails(client, "FAILED", "SAVEPOINT t");
    assertFails(client, "FAILED", "COMMIT");
    assertFails(client, "FAILED", "COMMIT");
    assertOk("ROLLBACK TO s");
    assertOk("SET b 1");
    assertOk("COMMIT");
    assertEquals(List.of("2", "1"), other.ask("MGET a b"));
  }

  @Test
  void aLockTimeoutFailsTheTransactionAndAWrongRequestDoesNot() throws IOException {
    other.ask("BEGIN");
    other.ask("SET a 1");
    assertOk("BEGIN");
    assertOk("SET b word");
    assertFails(client, "ERR", "INCR b");
    assertFails(client, "ERR", "NOSUCH");
    assertFails(client, "ERR", "ROLLBACK TO nosuch");
    assertFails(client, "LOCKTIMEOUT", "SET a 2");
    assertFails(client, "FAILED", "SET c 1");
    assertOk("ROLLBACK");
    assertEquals(RawClient.OK, other.ask("COMMIT"));
    assertEquals("1", client.ask("GET a"));
  }

  @Test
  void aCommandWithOneBadArgumentHasNoEffect() throws IOException {
    assertOk("BEGIN");
    assertEquals("ERR", ((Failure) client.call("MSET", "a", "1", "", "2")).code());
    assertEquals("ERR", ((Failure) client.call("DEL", "a", "")).code());
    assertOk("COMMIT");
    assertNull(client.ask("GET a"));
  }

  @Test
  void theFateOfATransactionCanBeAsked() throws IOException {
    assertEquals(0L, client.ask("XID"));
    assertOk("BEGIN");
    assertEquals(0L, client.ask("XID"));
    assertOk("SET a 1");
    long committed = (Long) client.ask("XID");
    assertTrue(committed > 0);
    assertEquals(new Status("in-progress"), other.ask("XSTATUS " + committed));
    assertOk("COMMIT");
    assertEquals(new Status("committed"), other.ask("XSTATUS " + committed));
    assertEquals(new Status("committed"), other.ask("CLOG STATUS " + committed));
    assertOk("BEGIN");
    assertOk("SET a 2");
    long aborted = (Long) client.ask("XID");
    assertOk("ROLLBACK");
    assertEquals(new Status("aborted"), other.ask("XSTATUS " + aborted));
    assertFails(client, "ERR", "XSTATUS 999999999");
    assertFails(client, "ERR", "XSTATUS me");
  }

  @Test
  void withoutATransactionItsCommandsSaySo() throws IOException {
    for (String line :
        List.of("COMMIT", "ROLLBACK", "ABORT", "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s")) {
      assertFails(client, "NOTXN", line);
    }
  }

  @Test
  void lockedReadsHoldTheKey() throws IOException {
    assertOk("SET a 1");
    assertOk("BEGIN");
    assertEquals("1", client.ask("GETFORUPDATE a"));
    assertFails(other, "LOCKTIMEOUT", "SET a 2");
    assertEquals("1", other.ask("GET a"));
    assertOk("COMMIT");
    assertEquals(RawClient.OK, other.ask("SET a 2"));
  }

  @Test
  void resetRollsBack() throws IOException {
    assertOk("BEGIN");
    assertOk("SET a 1");
    assertEquals(new Status("RESET"), client.ask("RESET"));
    assertFails(client, "NOTXN", "COMMIT");
    assertEquals(RawClient.OK, other.ask("SET a 2"));
  }
}
