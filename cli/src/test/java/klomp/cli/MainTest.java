package klomp.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @Test
  void versionTellsVersionCommitAndJdk() {
    assertEquals(0, run("--version"));
    assertTrue(
        out.toString().matches("(?s)klomp \\d+\\.\\d+.*, commit (\\p{XDigit}{12}|unknown).*"));
    assertTrue(out.toString().contains("JDK " + System.getProperty("java.vm.version")));
  }

  @Test
  void everyCommandHasHelpVersionAndVerbose() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      String name = command.getCommandName();
      assertEquals(0, run(name, "--help"), name);
      assertEquals(0, run(name, "--version"), name);
      assertTrue(command.getCommandSpec().findOption("--verbose") != null, name);
    }
    assertTrue(out.toString().contains("Usage: klomp cli"));
  }

  @Test
  void aWrongCommandLineIsExitCode2AndSaysWhereToLook() {
    assertEquals(2, run());
    assertEquals(2, run("nonsense"));
    assertEquals(2, run("cli", "--port", "x"));
    assertEquals(2, run("cli", "--port", "0", "PING"));
    assertTrue(err.toString().contains("Try 'klomp cli --help'."), err.toString());
  }

  @Test
  void aFailureIsExitCode1AndOneLine() throws IOException {
    String port = Integer.toString(freePort());
    assertEquals(1, run("cli", "--port", port, "GET", "a"));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().startsWith("klomp: cannot connect to 127.0.0.1:" + port));
  }

  @Test
  void verboseAddsTheStack() throws IOException {
    assertEquals(1, run("cli", "--verbose", "--port", Integer.toString(freePort()), "GET", "a"));
    assertTrue(err.toString().contains("\tat klomp."), err.toString());
    assertFalse(out.toString().contains("\tat "));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
