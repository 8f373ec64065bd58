package klomp.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The machine of a measurement.
 *
 * @param cores processors that this JVM may use
 * @param cpu the processor's name, or its architecture where the system does not name it
 * @param memoryBytes physical memory, or 0 where the system does not say
 * @param os the system's name and its kernel's version
 */
public record Machine(int cores, String cpu, long memoryBytes, String os) {

  /** This machine. */
  public static Machine current() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        field("/proc/cpuinfo", "model name", System.getProperty("os.arch")),
        memory(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }

  private static long memory() {
    String text = field("/proc/meminfo", "MemTotal", "0 kB");
    return Long.parseLong(text.replace("kB", "").trim()) << 10;
  }

  /** The value of the first line {@code name : value} of a file of the system. */
  private static String field(String file, String name, String otherwise) {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      return otherwise;
    }
    try (Stream<String> lines = Files.lines(path)) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(otherwise);
    } catch (IOException e) {
      return otherwise;
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d cores, %s, %.1f GiB, %s",
        cores,
        cpu,
        memoryBytes / (double) (1 << 30),
        os);
  }
}
