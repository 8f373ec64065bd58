package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import klomp.server.RawClient.Failure;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** MULTI, EXEC, DISCARD, WATCH and UNWATCH. */
class BatchesTest {

  private TestServer server;
  private RawClient client;
  private RawClient other;

  @BeforeEach
  void start() throws IOException {
    server = new TestServer();
    client = server.connect();
    other = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    other.close();
    server.close();
  }

  private void queue(String line) throws IOException {
    assertEquals(RawClient.QUEUED, client.ask(line), line);
  }

  private Failure fails(String line) throws IOException {
    return assertInstanceOf(Failure.class, client.ask(line), line);
  }

  @Test
  void execRunsWhatWasQueuedAndAnswersEach() throws IOException {
    assertEquals(RawClient.OK, client.ask("MULTI"));
    queue("SET a 1");
    queue("INCR a");
    queue("GET a");
    queue("GET nosuch");
    queue("PING");
    queue("MGET a b");
    assertNull(other.ask("GET a"));
    assertEquals(
        Arrays.asList(RawClient.OK, 2L, "2", null, new Status("PONG"), Arrays.asList("2", null)),
        client.ask("EXEC"));
    assertEquals("2", other.ask("GET a"));
    client.ask("MULTI");
    assertEquals(List.of(), client.ask("EXEC"));
  }

  @Test
  void discardForgetsTheBatch() throws IOException {
    client.ask("MULTI");
    queue("SET a 1");
    assertEquals(RawClient.OK, client.ask("DISCARD"));
    assertNull(client.ask("GET a"));
    assertEquals("ERR DISCARD without MULTI", fails("DISCARD").text());
    assertEquals("ERR EXEC without MULTI", fails("EXEC").text());
  }

  @Test
  void anErrorWhileQueueingVoidsTheBatch() throws IOException {
    for (String bad :
        List.of("NOSUCH", "GET", "SET a 1 EX 5", "INCRBY a x", "MULTI", "WATCH a", "BEGIN")) {
      client.ask("MULTI");
      queue("SET a 1");
      assertEquals("ERR", fails(bad).code(), bad);
      queue("SET b 1");
      assertEquals("EXECABORT", fails("EXEC").code(), bad);
      assertEquals(Arrays.asList(null, null), client.ask("MGET a b"), bad);
    }
  }

  @Test
  void anErrorWhileRunningUndoesTheWholeBatch() throws IOException {
    client.ask("SET word x");
    client.ask("MULTI");
    queue("SET a 1");
    queue("INCR word");
    queue("SET b 1");
    Failure failure = fails("EXEC");
    assertEquals("EXECABORT", failure.code());
    assertTrue(failure.text().contains("command 2 (INCR): ERR value is not"), failure.text());
    assertEquals(Arrays.asList(null, null, "x"), client.ask("MGET a b word"));
    assertEquals(RawClient.OK, client.ask("SET a 2"));
  }

  @Test
  void aChangedWatchMakesExecAnswerNil() throws IOException {
    client.ask("SET a 1");
    for (String change : List.of("SET a 2", "DEL a", "SET new 1")) {
      assertEquals(RawClient.OK, client.ask("WATCH a new"));
      other.ask(change);
      client.ask("MULTI");
      queue("SET b 1");
      assertNull(client.ask("EXEC"), change);
      assertNull(client.ask("GET b"), change);
      other.ask("DEL new");
      other.ask("SET a 1");
    }
  }

  @Test
  void anUnchangedOrEndedWatchLetsExecRun() throws IOException {
    client.ask("SET a 1");
    client.ask("WATCH a");
    client.ask("MULTI");
    queue("INCR a");
    assertEquals(List.of(2L), client.ask("EXEC"));
    for (String end : List.of("UNWATCH", "DISCARD")) {
      client.ask("WATCH a");
      other.ask("INCR a");
      if (end.equals("DISCARD")) {
        client.ask("MULTI");
      }
      assertEquals(RawClient.OK, client.ask(end));
      client.ask("MULTI");
      queue("INCR a");
      assertInstanceOf(List.class, client.ask("EXEC"), end);
    }
    client.ask("WATCH a");
    client.ask("INCR a");
    client.ask("MULTI");
    assertNull(client.ask("EXEC"), "its own change counts too");
  }

  @Test
  void transactionsAndBatchesDoNotMix() throws IOException {
    client.ask("BEGIN");
    assertEquals("ERR", fails("MULTI").code());
    assertEquals("ERR", fails("WATCH a").code());
    client.ask("ROLLBACK");
    client.ask("WATCH a");
    assertEquals("ERR", fails("BEGIN").code());
    client.ask("UNWATCH");
    assertEquals(RawClient.OK, client.ask("BEGIN"));
  }

  @Test
  void concurrentIncrementsThroughWatchLoseNothing() throws Exception {
    int clients = 4;
    int each = 25;
    Thread[] threads = new Thread[clients];
    Throwable[] failures = new Throwable[clients];
    for (int t = 0; t < clients; t++) {
      int index = t;
      threads[t] =
          new Thread(
              () -> {
                try (RawClient mine = server.connect()) {
                  for (int i = 0; i < each; ) {
                    mine.ask("WATCH n");
                    Object value = mine.ask("GET n");
                    long next = value == null ? 1 : Long.parseLong((String) value) + 1;
                    mine.ask("MULTI");
                    mine.ask("SET n " + next);
                    if (mine.ask("EXEC") != null) {
                      i++;
                    }
                  }
                } catch (IOException | RuntimeException e) {
                  failures[index] = e;
                }
              });
      threads[t].start();
    }
    for (int t = 0; t < clients; t++) {
      threads[t].join(30_000);
      assertNull(failures[t]);
    }
    assertEquals(Long.toString(clients * each), client.ask("GET n"));
  }
}
