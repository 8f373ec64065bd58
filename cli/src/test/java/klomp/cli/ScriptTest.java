package klomp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.TreeMap;
import klomp.Klomp;
import klomp.api.ConnectionException;
import klomp.api.Isolation;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.client.ClientOptions;
import klomp.client.KlompClient;
import klomp.server.KlompServer;
import klomp.server.ServerOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell without a terminal, against a server on a store of its own. */
@Timeout(60)
class ScriptTest {

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Store store;
  private KlompServer server;
  private Link link;

  @BeforeEach
  void start() {
    store = Klomp.open(directory.resolve("data"), StoreOptions.DEFAULT);
    server =
        KlompServer.start(
            store,
            Isolation.SNAPSHOT,
            ServerOptions.DEFAULT.withBind("127.0.0.1", 0),
            new TreeMap<>());
    link = new Link(server.address(), ClientOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    link.close();
    server.close();
    store.close();
  }

  private int run(String lines) throws IOException {
    Script script = new Script(link, new Printer(new PrintStream(out), false));
    return script.run(new BufferedReader(new StringReader(lines)));
  }

  private String output() {
    return out.toString(UTF_8);
  }

  @Test
  void runsLinesAndPrintsTheirReplies() throws IOException {
    assertEquals(
        0, run("# a note\n\nBEGIN\nSET \"a b\" 1\nGET \"a b\"\nCOMMIT\nRANGE \"\" \"\"\n"));
    assertEquals("OK\nOK\n1\nOK\na b\n1\n", output());
  }

  @Test
  void anErrorReplyMakesTheExitCode1() throws IOException {
    assertEquals(1, run("SET a 1\nNONSENSE\nGET a\n"));
    assertTrue(output().endsWith("\n1\n"), output());
  }

  @Test
  void followsTheTransactionOfTheConnection() throws IOException {
    run("BEGIN\nSAVEPOINT here\nGET a\nROLLBACK TO here\nCOMMIT\n");
    assertEquals(Link.Mode.PLAIN, link.mode());
    link.call(Words.of("begin snapshot"));
    link.call(Words.of("GET a"));
    assertEquals(Link.Mode.TRANSACTION, link.mode());
    link.call(Words.of("SAVEPOINT here"));
    try (KlompClient other = KlompClient.connect(server.address(), ClientOptions.DEFAULT)) {
      other.put("a".getBytes(UTF_8), "2".getBytes(UTF_8));
    }
    link.call(Words.of("SET a 1"));
    assertEquals(Link.Mode.FAILED, link.mode());
    link.call(Words.of("rollback to here"));
    assertEquals(Link.Mode.TRANSACTION, link.mode());
    link.call(Words.of("rollback"));
    assertEquals(Link.Mode.PLAIN, link.mode());
  }

  @Test
  void inputThatEndsInATransactionIsAnError() {
    assertThrows(ConnectionException.class, () -> run("BEGIN\nSET a 1\n"));
  }

  @Test
  void aLostConnectionSaysThatTheTransactionIsGone() {
    link.call(Words.of("BEGIN"));
    server.close();
    ConnectionException e =
        assertThrows(ConnectionException.class, () -> link.call(Words.of("GET a")));
    assertTrue(e.getMessage().contains("rolled back") || e.getMessage().contains("connect"));
    assertEquals(Link.Mode.PLAIN, link.mode());
  }
}
