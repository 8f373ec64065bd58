package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import klomp.api.Durability;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shutdown answers what was received, undoes what is open, and ends. */
class ShutdownTest {

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer(TestServer.STORE.withDurability(Durability.SYNC), 4);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aCommandInFlightIsAnsweredAndAnOpenTransactionUndone() throws IOException {
    RawClient holder = server.connect();
    holder.ask("BEGIN");
    holder.ask("SET a held");
    RawClient waiter = server.connect();
    waiter.send("SET", "a", "waited");
    server.awaitStatistic("suspended_commands", value -> value >= 1);
    InetSocketAddress address = server.address();
    server.server.close();
    assertEquals(RawClient.OK, waiter.read());
    assertTrue(waiter.isAtEnd());
    assertTrue(holder.isAtEnd());
    assertEquals("waited", server.stored("a"));
    assertThrows(IOException.class, () -> new RawClient(address).close());
  }

  @Test
  void everyAcknowledgedCommandOfAPipelineIsThere() throws IOException {
    RawClient client = server.connect();
    for (int i = 0; i < 2_000; i++) {
      client.send("INCR", "n");
    }
    assertEquals(1L, client.read());
    server.server.close();
    long acknowledged = 1;
    try {
      while (true) {
        assertEquals(acknowledged + 1, client.read());
        acknowledged++;
      }
    } catch (EOFException | SocketException e) {
      // the end of what was answered
    }
    assertTrue(Long.parseLong(server.stored("n")) >= acknowledged);
  }

  @Test
  void aWaitThatOutlastsTheGraceIsCutShort() throws IOException {
    try (var outside = server.store.begin()) {
      outside.put(new byte[] {'a'}, new byte[] {'1'});
      RawClient waiter = server.connect();
      waiter.send("SET", "a", "2");
      server.awaitStatistic("suspended_commands", value -> value >= 1);
      long begin = System.nanoTime();
      server.server.close();
      assertTrue(System.nanoTime() - begin < 4_500_000_000L, "the shutdown waited for the lock");
    }
    assertNull(server.stored("a"));
  }

  @Test
  void closingTwiceIsHarmless() {
    server.server.close();
    server.server.close();
  }
}
