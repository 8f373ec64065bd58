package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that sends or does not read without measure costs the server a bounded amount. */
class BackPressureTest {

  private static final int MIB = 1 << 20;

  private TestServer server;
  private RawClient client;

  @BeforeEach
  void start() throws IOException {
    server = new TestServer();
    client = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  @Test
  void aClientThatNeverReadsStopsBeingAnswered() throws IOException {
    int requests = 200;
    client.call("SET", "large", "v".repeat(MIB));
    RawClient deaf = server.connect();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < requests; i++) {
      bytes.writeBytes(RawClient.encode("GET", "large"));
    }
    long before = server.statistic("total_commands_processed");
    deaf.raw(bytes.toByteArray());
    long answered = server.awaitStable("total_commands_processed") - before;
    // what the sockets' buffers take, and 1 MiB with one reply in the server
    assertTrue(answered < 60, answered + " of " + requests + " replies of 1 MiB were made");
    assertEquals(new Status("PONG"), client.ask("PING"));
    String value = "v".repeat(MIB);
    for (int i = 0; i < requests; i++) {
      assertTrue(value.equals(deaf.read()), "reply " + i);
    }
    deaf.close();
  }

  @Test
  void aClientThatSendsWhileItsCommandWaitsIsNotRead() throws Exception {
    int requests = 64;
    client.ask("BEGIN");
    client.ask("SET a 1");
    RawClient eager = server.connect();
    eager.send("SET", "a", "2");
    server.awaitStatistic("suspended_commands", value -> value >= 1);
    String value = "v".repeat(MIB);
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < requests; i++) {
                  eager.send("SET", "k" + i, value);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    writer.join(1_000);
    assertTrue(writer.isAlive(), "64 MiB were taken from a client whose command waits");
    client.ask("COMMIT");
    for (int i = 0; i <= requests; i++) {
      assertEquals(RawClient.OK, eager.read());
    }
    writer.join();
    eager.close();
    assertEquals(value, server.stored("k63"));
  }
}
