package klomp.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.api.RetryPolicy;
import klomp.client.ClientOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The shell: a command from the command line, or lines from a terminal or any other input. */
@Command(
    name = "cli",
    description = {
      "Send commands to a server and print its replies.",
      "Without a command: an interactive shell on a terminal, else one command per line of the "
          + "input. The exit code is 1 if any reply was an error."
    })
final class CliCommand implements Callable<Integer> {

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "The server's name or address (default: ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = {"-p", "--port"},
      defaultValue = "7411",
      description = "The server's port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to wait for a reply (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds;

  @Parameters(paramLabel = "COMMAND", description = "A command and its arguments.")
  private List<String> words = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    boolean isTerminal = isTerminal();
    try (Link link = new Link(address(), options())) {
      PrintStream out =
          new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
      if (!words.isEmpty()) {
        List<byte[]> command = words.stream().map(w -> w.getBytes(StandardCharsets.UTF_8)).toList();
        return new Script(link, new Printer(out, isTerminal)).run(command);
      }
      if (isTerminal) {
        return new Shell(link).run();
      }
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        return new Script(link, new Printer(out, false)).run(in);
      }
    }
  }

  private InetSocketAddress address() {
    if (port < 1 || port > 65_535) {
      throw new ParameterException(spec.commandLine(), "--port is between 1 and 65535");
    }
    return InetSocketAddress.createUnresolved(host, port);
  }

  private ClientOptions options() {
    if (timeoutSeconds < 1 || timeoutSeconds > 86_400) {
      throw new ParameterException(spec.commandLine(), "--timeout is between 1 and 86400 seconds");
    }
    return ClientOptions.DEFAULT
        .withReconnect(new RetryPolicy(1, Duration.ZERO, Duration.ZERO))
        .withRequestTimeout(Duration.ofSeconds(timeoutSeconds));
  }

  /** Whether both input and output are a terminal. */
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From JDK 22 on there is a console in any case, and it can be asked.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
