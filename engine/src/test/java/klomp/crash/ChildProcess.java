package klomp.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second JVM with the class path of the tests; its standard output is read line by line. */
final class ChildProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  ChildProcess(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-ea", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The next line, or null at the end. */
  String readLine() throws IOException {
    return lines.readLine();
  }

  /** Ends it at once, as kill -9 does, and waits until it is gone. */
  void kill() throws InterruptedException {
    // Through the handle: the other way would close the pipe with what is still in it.
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  int waitFor() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
