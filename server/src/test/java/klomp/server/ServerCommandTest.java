package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import klomp.Klomp;
import klomp.api.ClogStrategy;
import klomp.api.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The program: its flags, its one line, its exit codes, its end by a signal. */
class ServerCommandTest {

  private static final Pattern READY =
      Pattern.compile(
          "klomp server ready on 127\\.0\\.0\\.1:(\\d+) \\(data (.*), clog (\\S+) x (\\d+),"
              + " durability (\\S+)\\)");

  @TempDir Path directory;

  private record Outcome(int code, String err) {}

  private static Outcome run(String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine line = new CommandLine(new ServerCommand()).setErr(new PrintWriter(err));
    return new Outcome(line.execute(arguments), err.toString());
  }

  @Test
  void aWrongFlagNamesWhatIsValidAndExitsWithTwo() {
    Outcome strategy = run("--clog-strategy", "fastest");
    assertEquals(2, strategy.code());
    assertTrue(strategy.err().contains(ClogStrategy.labels()), strategy.err());
    Outcome durability = run("--durability", "perhaps");
    assertEquals(2, durability.code());
    assertTrue(durability.err().contains("sync, async"), durability.err());
    Outcome isolation = run("--isolation", "none");
    assertEquals(2, isolation.code());
    assertTrue(isolation.err().contains("read-committed, snapshot, serializable"));
    for (List<String> bad :
        List.of(
            List.of("--cache", "lots"),
            List.of("--cache", "1k"),
            List.of("--clog-buffers", "7"),
            List.of("--lock-timeout", "5"),
            List.of("--async-window", "1m"),
            List.of("--port", "70000"),
            List.of("--workers", "0"),
            List.of("--nosuch"))) {
      assertEquals(2, run(bad.toArray(String[]::new)).code(), bad.toString());
    }
  }

  @Test
  void aPortThatIsTakenIsOneLineAndExitCodeOne() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      Outcome outcome = run("--data", directory.toString(), "--port", port);
      assertEquals(1, outcome.code());
      assertTrue(outcome.err().contains("127.0.0.1:" + port), outcome.err());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
    }
    try (Store store = Klomp.open(directory)) {
      assertTrue(store.statistics() != null, "the store was closed");
    }
  }

  @Test
  void aDirectoryThatCannotBeOpenedIsOneLineAndExitCodeOne() throws IOException {
    try (Store store = Klomp.open(directory)) {
      Outcome outcome = run("--data", directory.toString(), "--port", "0");
      assertEquals(1, outcome.code());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
      assertTrue(store.statistics() != null);
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(other.resolve("letter.txt"), "dear");
    assertEquals(1, run("--data", other.toString(), "--port", "0").code());
  }

  @Test
  void sigtermEndsAServerWithZeroAndKeepsWhatWasCommitted() throws Exception {
    for (int round = 0; round < 2; round++) {
      Process process = start("--clog-strategy", "control-lock", "--clog-buffers", "32");
      try (BufferedReader out = reader(process.getInputStream());
          BufferedReader err = reader(process.getErrorStream())) {
        String line = out.readLine();
        Matcher ready = READY.matcher(String.valueOf(line));
        assertTrue(ready.matches(), () -> line + err.lines().toList());
        assertEquals("control-lock", ready.group(3));
        assertEquals("32", ready.group(4));
        assertEquals("sync", ready.group(5));
        int port = Integer.parseInt(ready.group(1));
        try (RawClient client = new RawClient(new InetSocketAddress("127.0.0.1", port))) {
          assertEquals(round + 1L, client.ask("INCR rounds"));
          client.ask("BEGIN");
          client.ask("SET rounds lost");
          process.destroy();
          assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it goes on after SIGTERM");
        }
        assertEquals(0, process.exitValue());
        assertEquals(List.of(), out.lines().toList());
        assertEquals(List.of(), err.lines().filter(text -> !text.contains(" INFO ")).toList());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private Process start(String... flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 23) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ServerMain.class.getName());
    command.addAll(List.of("--data", directory.toString(), "--port", "0"));
    command.addAll(Arrays.asList(flags));
    return new ProcessBuilder(command).start();
  }

  private static BufferedReader reader(InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }
}
