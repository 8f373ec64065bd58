package klomp.bench.targets;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Klomp server in a fresh JVM on this machine, with the class path and the flags of this one. It
 * ends with this process at the latest. What it writes to its error stream is kept beside its data,
 * in {@code DATA.log}.
 */
public final class ServerProcess implements AutoCloseable {

  private static final String MAIN = "klomp.cli.Main";
  private static final Pattern READY = Pattern.compile("klomp server ready on \\S*:(\\d+)\\b.*");
  private static final Duration START_LIMIT = Duration.ofMinutes(10);
  private static final Duration STOP_LIMIT = Duration.ofMinutes(2);

  /** A JVM that ends in order on SIGTERM says 128 + 15, unless the program sets 0 itself. */
  private static final int ENDED_BY_SIGTERM = 143;

  private final Process process;
  private final Path log;
  private final Thread endWithUs;
  private final CompletableFuture<Integer> ready = new CompletableFuture<>();
  private int port;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.endWithUs = new Thread(process::destroyForcibly, "end-server");
  }

  /**
   * Starts a server on {@code data}, at a free port of 127.0.0.1, and waits until it is ready.
   *
   * @throws ServerFailedException if it ends before, or is not ready in ten minutes
   */
  public static ServerProcess start(Path data, StoreSettings settings) throws InterruptedException {
    Path log = data.resolveSibling(data.getFileName() + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command(data, settings))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    ServerProcess server;
    try {
      server = new ServerProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      Runtime.getRuntime().addShutdownHook(server.endWithUs);
      server.awaitReady();
      return server;
    } catch (RuntimeException | InterruptedException e) {
      server.close();
      throw e;
    }
  }

  static List<String> command(Path data, StoreSettings settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    command.add("-Xmx" + settings.heap());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ServerMain.class.getName(), MAIN));
    command.addAll(List.of("server", "--data", data.toString(), "--port", "0"));
    command.addAll(settings.arguments());
    return command;
  }

  /** Those of our own JVM's flags that the server needs too: not memory, debuggers or agents. */
  static List<String> inherited(List<String> flags) {
    return flags.stream()
        .filter(
            flag ->
                Stream.of("-D", "--add-", "--enable-", "--sun-misc", "-ea", "-esa")
                    .anyMatch(flag::startsWith))
        .toList();
  }

  private void awaitReady() throws InterruptedException {
    Thread reader = new Thread(this::readOutput, "server-output");
    reader.setDaemon(true);
    reader.start();
    try {
      port = ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new ServerFailedException("the server did not start: " + logTail(), e.getCause());
    } catch (TimeoutException e) {
      throw new ServerFailedException("the server was not ready in time: " + logTail(), e);
    }
  }

  /** Reads all that the server prints, so that it never waits for us. */
  private void readOutput() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        Matcher matcher = READY.matcher(line);
        if (matcher.matches()) {
          ready.complete(Integer.valueOf(matcher.group(1)));
        }
      }
      ready.completeExceptionally(new IOException("it ended without a word that it is ready"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }

  private String logTail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException e) {
      return "and its log " + log + " is not readable (" + e.getMessage() + ")";
    }
  }

  public int port() {
    return port;
  }

  /** The process's number. */
  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Asks the server to end (SIGTERM) and waits until it has.
   *
   * @throws ServerFailedException if it ends with an error, or not in two minutes
   */
  public void stop() throws InterruptedException {
    // Not the process itself: that closes its input too, which ends it before it can end in order.
    process.toHandle().destroy();
    if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      close();
      throw new ServerFailedException("the server did not end when asked to: " + logTail(), null);
    }
    int exit = process.exitValue();
    close();
    if (exit != 0 && exit != ENDED_BY_SIGTERM) {
      throw new ServerFailedException(
          "the server ended with exit code " + exit + ": " + logTail(), null);
    }
  }

  /** Ends the server at once (SIGKILL), as a crash would. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    close();
  }

  /** Makes sure that the process is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    try {
      Runtime.getRuntime().removeShutdownHook(endWithUs);
    } catch (IllegalStateException alreadyEnding) {
      // The hook runs anyway.
    }
  }

  /** A server process did not do what it was started for. */
  public static final class ServerFailedException extends RuntimeException {
    ServerFailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
