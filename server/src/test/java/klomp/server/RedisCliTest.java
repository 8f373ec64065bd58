package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A session through redis-cli. In CI it must be there; elsewhere the test is skipped without it.
 */
class RedisCliTest {

  private static final Path BINARY = Path.of("/usr/bin/redis-cli");

  private TestServer server;

  @BeforeEach
  void start() {
    if (System.getenv("CI") == null) {
      assumeTrue(Files.isExecutable(BINARY), "skipped: install redis-tools for " + BINARY);
    }
    server = new TestServer();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** A redis-cli that reads commands from a pipe and answers each with a line. */
  private final class Cli implements AutoCloseable {
    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    Cli() throws IOException {
      process =
          new ProcessBuilder(
                  BINARY.toString(), "-h", "127.0.0.1", "-p", Integer.toString(server.port()))
              .redirectErrorStream(true)
              .start();
      in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
      out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    String ask(String command) throws IOException {
      in.write(command + "\n");
      in.flush();
      return out.readLine();
    }

    @Override
    public void close() throws IOException {
      in.close();
      try {
        assertTrue(process.waitFor(10, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void aTransactionWithASavepointCommits() throws IOException {
    try (Cli one = new Cli();
        Cli two = new Cli()) {
      assertEquals("OK", one.ask("BEGIN"));
      assertEquals("OK", one.ask("SET a 1"));
      assertEquals("OK", one.ask("SAVEPOINT s"));
      assertEquals("OK", one.ask("SET a 2"));
      assertEquals("OK", one.ask("SET b 2"));
      assertEquals("OK", one.ask("ROLLBACK TO s"));
      assertEquals("", two.ask("GET a"));
      assertEquals("OK", one.ask("COMMIT"));
      assertEquals("1", two.ask("GET a"));
      assertEquals("", two.ask("GET b"));
      assertTrue(one.ask("COMMIT").startsWith("NOTXN "));
    }
  }
}
