package klomp.bench.targets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program in a fresh JVM of its own, with the class path of this one. It ends with this process
 * at the latest, as {@link ServerMain} sees to. All that it prints goes to a file.
 */
public final class ChildJvm {

  private ChildJvm() {}

  /**
   * Runs a program to its end.
   *
   * @param flags for its JVM, besides those of our own that it needs too
   * @param main the class with its {@code main}
   * @param log gets what it prints, and is written over
   * @param limit after which it is killed
   * @return its exit code
   */
  public static int run(
      List<String> flags, Class<?> main, List<String> arguments, Path log, Duration limit)
      throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ServerProcess.inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ServerMain.class.getName(), main.getName()));
    command.addAll(arguments);
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread endWithUs = new Thread(process::destroyForcibly, "end-child");
    Runtime.getRuntime().addShutdownHook(endWithUs);
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
      return process.waitFor();
    } finally {
      process.destroyForcibly();
      process.onExit().join();
      try {
        Runtime.getRuntime().removeShutdownHook(endWithUs);
      } catch (IllegalStateException alreadyEnding) {
        // The hook runs anyway.
      }
    }
  }

  /** The end of what a program printed. */
  public static String tail(Path log, int lines) {
    try {
      List<String> all = Files.readString(log, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException e) {
      return "(" + log + " is not readable: " + e.getMessage() + ")";
    }
  }
}
