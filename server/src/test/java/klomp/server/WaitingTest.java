package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import klomp.api.StoreOptions;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lock waits hold no thread, and end when the client that waits, or that holds, goes away. */
class WaitingTest {

  /** Long enough that no test here passes because a wait timed out. */
  private static final StoreOptions PATIENT =
      TestServer.STORE.withLockTimeout(Duration.ofSeconds(60));

  private TestServer server;
  private RawClient client;

  @BeforeEach
  void start() throws IOException {
    server = new TestServer(PATIENT, 2);
    client = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private void awaitSuspended(long count) throws IOException {
    server.awaitStatistic("suspended_commands", value -> value >= count);
  }

  @Test
  void sixtyFourWaitingSessionsLeaveTwoWorkersFree() throws IOException {
    assertEquals(RawClient.OK, client.ask("BEGIN"));
    assertEquals(RawClient.OK, client.ask("SET hot 0"));
    List<RawClient> waiting = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      RawClient waiter = server.connect();
      waiter.send("INCR", "hot");
      waiting.add(waiter);
    }
    awaitSuspended(64);
    try (RawClient free = server.connect()) {
      for (int i = 0; i < 100; i++) {
        assertEquals(RawClient.OK, free.ask("SET other" + i + " v"));
        assertEquals("v", free.ask("GET other" + i));
      }
    }
    assertEquals(RawClient.OK, client.ask("COMMIT"));
    long sum = 0;
    for (RawClient waiter : waiting) {
      sum += (Long) waiter.read();
      waiter.close();
    }
    assertEquals(64 * 65 / 2, sum, "each counted once");
    assertEquals("64", server.stored("hot"));
  }

  @Test
  void whoWaitsIsSeenAmongTheWaitEventsAndCountedAfterwards() throws IOException {
    client.ask("BEGIN");
    client.ask("SET hot 0");
    try (RawClient waiter = server.connect()) {
      waiter.send("INCR", "hot");
      awaitSuspended(1);
      try (RawClient operator = server.connect()) {
        assertEquals(List.of(1L, 0L, 0L), waits(operator, "lock.key"));
        assertEquals(List.of(0L, 0L, 0L), waits(operator, "clog.contentLock"));
        client.ask("COMMIT");
        assertEquals(1L, waiter.read());
        List<?> over = waits(operator, "lock.key");
        assertEquals(List.of(0L, 1L), over.subList(0, 2));
        assertTrue((Long) over.get(2) > 0, "it took its time");
      }
    }
  }

  private static List<?> waits(RawClient operator, String event) throws IOException {
    for (Object row : (List<?>) operator.ask("CLOG WAITS")) {
      List<?> cells = (List<?>) row;
      if (cells.get(0).equals(event)) {
        return cells.subList(1, cells.size());
      }
    }
    throw new AssertionError("there is no wait event " + event);
  }

  @Test
  void commandsBehindAWaitingOneStayInOrder() throws IOException {
    client.ask("BEGIN");
    client.ask("SET a 1");
    try (RawClient waiter = server.connect()) {
      waiter.raw(
          "*1\r\n$4\r\nPING\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n*2\r\n$3\r\nGET\r\n$1\r\na\r\n");
      assertEquals(new Status("PONG"), waiter.read());
      awaitSuspended(1);
      client.ask("COMMIT");
      assertEquals(2L, waiter.read());
      assertEquals("2", waiter.read());
    }
  }

  @Test
  void aVanishedClientLosesItsTransactionAndItsLocks() throws IOException {
    RawClient gone = server.connect();
    gone.ask("BEGIN");
    gone.ask("SET a 1");
    Object xid = gone.ask("XID");
    gone.close();
    assertEquals(RawClient.OK, client.ask("SET a 2"));
    assertEquals("2", client.ask("GET a"));
    assertEquals(new Status("aborted"), client.ask("XSTATUS " + xid));
  }

  @Test
  void aVanishedWaiterGivesUpItsPlaceAndWhatItHolds() throws IOException {
    client.ask("BEGIN");
    client.ask("SET first 1");
    RawClient gone = server.connect();
    gone.ask("BEGIN");
    gone.ask("SET second 1");
    gone.send("SET", "first", "2");
    awaitSuspended(1);
    RawClient alone = server.connect();
    alone.send("MSET", "third", "1", "first", "3");
    awaitSuspended(2);
    gone.close();
    alone.close();
    try (RawClient other = server.connect()) {
      assertEquals(RawClient.OK, other.ask("SET second 2"));
      assertEquals(RawClient.OK, other.ask("SET third 2"));
    }
    assertEquals(RawClient.OK, client.ask("COMMIT"));
    assertEquals(RawClient.OK, client.ask("SET first 4"));
    assertEquals("4", client.ask("GET first"));
    server.awaitStatistic("connected_clients", value -> value <= 2);
  }

  @Test
  void aHundredVanishedClientsLeaveNothingBehind() throws IOException {
    for (int i = 0; i < 100; i++) {
      RawClient gone = server.connect();
      gone.send("BEGIN");
      gone.send("SET", "a", "gone");
      if (i % 2 == 0) {
        gone.read();
      }
      gone.close();
    }
    assertEquals(RawClient.OK, client.ask("SET a here"));
    server.awaitStatistic("connected_clients", value -> value <= 2);
    assertTrue(server.server.address().getPort() > 0);
  }
}
