package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import klomp.server.RawClient.Failure;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes on the wire: framing, pipelining, what is malformed and what is too large. */
class ProtocolTest {

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

  private void assertRefused(String code, String bytes) throws IOException {
    try (RawClient bad = server.connect()) {
      bad.raw(bytes);
      Failure failure = assertInstanceOf(Failure.class, bad.read(), bytes);
      assertEquals(code, failure.code(), failure.text());
      if (code.equals("ERR")) {
        assertTrue(failure.text().startsWith("ERR Protocol error: "), failure.text());
      }
      assertTrue(bad.isAtEnd(), "the connection stayed open");
    }
    assertEquals(new Status("PONG"), client.ask("PING"));
  }

  @Test
  void tenThousandPipelinedCommandsAreAnsweredInOrder() throws Exception {
    int count = 10_000;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < count / 2; i++) {
      bytes.writeBytes(RawClient.encode("ECHO", "e" + i));
      bytes.writeBytes(RawClient.encode("INCR", "n"));
    }
    Thread writer =
        new Thread(
            () -> {
              try {
                client.raw(bytes.toByteArray());
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    writer.start();
    for (int i = 0; i < count / 2; i++) {
      assertEquals("e" + i, client.read());
      assertEquals(i + 1L, client.read());
    }
    writer.join();
  }

  @Test
  void whatTheEventLoopAnswersDoesNotOvertakeWhatAWorkerAnswers() throws Exception {
    int rounds = 2_000;
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < rounds; i++) {
                  // Each in a segment of its own: the loop may look again while a worker answers.
                  client.raw(RawClient.encode("DEL", "a", "b"));
                  client.raw(RawClient.encode("ECHO", "e" + i));
                }
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    writer.start();
    for (int i = 0; i < rounds; i++) {
      assertEquals(0L, client.read());
      assertEquals("e" + i, client.read());
    }
    writer.join();
  }

  @Test
  void requestsMayArriveByteByByte() throws IOException {
    for (byte b : RawClient.encode("SET", "key", "value")) {
      client.raw(new byte[] {b});
    }
    assertEquals(RawClient.OK, client.read());
    assertEquals("value", client.ask("GET key"));
  }

  @Test
  void linesThatAPersonTypesAreCommands() throws IOException {
    client.raw("PING\n");
    assertEquals(new Status("PONG"), client.read());
    client.raw("\r\nSET \"a b\" 'it\\'s'  \r\n");
    assertEquals(RawClient.OK, client.read());
    client.raw("GET \"a\\x20b\"\n");
    assertEquals("it's", client.read());
    assertEquals("it's", client.call("GET", "a b"));
    client.raw("PING\r\n");
    assertEquals(new Status("PONG"), client.read());
    client.raw("*0\r\n*-1\r\n");
    assertEquals(new Status("PONG"), client.ask("PING"));
  }

  @Test
  void malformedRequestsAreAnsweredAndTheConnectionCloses() throws IOException {
    assertRefused("ERR", "*x\r\n");
    assertRefused("ERR", "*1\r\n:5\r\n");
    assertRefused("ERR", "*1\r\n*1\r\n$4\r\nPING\r\n");
    assertRefused("ERR", "*1\r\n$-5\r\n");
    assertRefused("ERR", "*1\r\n$-1\r\n");
    assertRefused("ERR", "*1\r\n$4\r\nPINGxx");
    assertRefused("ERR", "*1\r\n+PING\r\n");
    assertRefused("ERR", "*1\r\nPING\r\n");
    assertRefused("ERR", "*99999999999999999999999\r\n");
    assertRefused("ERR", "*1073741824\r\n");
    assertRefused("ERR", "GET \"unbalanced\n");
    assertRefused("ERR", "x".repeat(70_000) + "\n");
    assertRefused("ERR", "*0\r\n$4\r\nPING\r\n");
  }

  @Test
  void whatIsTooLargeIsRefusedAtItsHeader() throws IOException {
    assertRefused("ERR", "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1073741824\r\n");
    assertRefused("TOOLARGE", "*3\r\n$3\r\nSET\r\n$1\r\na\r\n$67108865\r\n");
    assertRefused("TOOLARGE", "*2\r\n$400000000\r\n");
  }

  @Test
  void requestsBeforeAMalformedOneAreAnswered() throws IOException {
    client.raw("*2\r\n$4\r\nINCR\r\n$1\r\nn\r\n*1\r\n$4\r\nPING\r\n*oops\r\n");
    assertEquals(1L, client.read());
    assertEquals(new Status("PONG"), client.read());
    assertEquals("ERR", ((Failure) client.read()).code());
    assertTrue(client.isAtEnd());
    assertEquals("1", server.stored("n"));
  }

  @Test
  void requestsAfterQuitAreNotAnswered() throws IOException {
    client.raw("QUIT\r\nSET a 1\r\n");
    assertEquals(RawClient.OK, client.read());
    assertTrue(client.isAtEnd());
    assertEquals(null, server.stored("a"));
  }

  @Test
  void aClientThatOnlyPipesCommandsInGetsItsAnswers() throws IOException {
    client.raw("SET a 1\nINCR a\nBEGIN\nSET a lost\n");
    client.endInput();
    assertEquals(RawClient.OK, client.read());
    assertEquals(2L, client.read());
    assertEquals(RawClient.OK, client.read());
    assertEquals(RawClient.OK, client.read());
    assertTrue(client.isAtEnd());
    assertEquals("2", server.stored("a"));
  }

  @Test
  void anAnswerMayHoldManyValues() throws IOException {
    String value = "v".repeat(1 << 20);
    for (int i = 0; i < 8; i++) {
      client.call("SET", "k" + i, value);
    }
    List<?> range = (List<?>) client.call("RANGE", "", "");
    assertEquals(16, range.size());
    assertEquals(value, range.get(15));
  }
}
