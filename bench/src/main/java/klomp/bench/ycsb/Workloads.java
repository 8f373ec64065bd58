package klomp.bench.ycsb;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import klomp.api.InvalidRequestException;

/** The properties of workloads: the six standard ones, or those of a file. */
public final class Workloads {

  /** Names of the standard ones. */
  public static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  private Workloads() {}

  /**
   * The standard workload of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static Properties standard(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!NAMES.contains(lower)) {
      throw new InvalidRequestException(
          "unknown workload '" + name + "'; the workloads are " + String.join(", ", NAMES));
    }
    Properties properties = new Properties();
    String resource = "workload" + lower + ".properties";
    try (InputStream in = Workloads.class.getResourceAsStream(resource)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /** The workload of a file in the official format. */
  public static Properties file(Path file) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new InvalidRequestException("the workload file is not readable: " + e);
    }
  }

  /** {@code base} with {@code changes} put over it, and the class that runs it. */
  public static Properties with(Properties base, Map<String, String> changes) {
    Properties properties = new Properties();
    properties.putAll(base);
    properties.putAll(changes);
    String workload = properties.getProperty("workload", "site.ycsb.workloads.CoreWorkload");
    // Files from before the project moved name the class by its old package.
    properties.setProperty("workload", workload.replace("com.yahoo.ycsb.", "site.ycsb."));
    return properties;
  }
}
