package klomp.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Properties;

/**
 * Where and with what a result was measured.
 *
 * @param version Klomp's version
 * @param commit the commit that was built, with {@code -dirty} if it had changes; {@code unknown}
 *     for a build outside a repository
 * @param jdk the Java virtual machine and its version
 * @param machine the machine
 * @param startedAt when, in UTC
 */
public record Origin(String version, String commit, String jdk, Machine machine, String startedAt) {

  /** Of this program, here and now. */
  public static Origin current() {
    Properties build = buildProperties();
    String commit = build.getProperty("git.commit.id.full", "unknown");
    boolean dirty = Boolean.parseBoolean(build.getProperty("git.dirty", "false"));
    return new Origin(
        build.getProperty("git.build.version", "unknown"),
        dirty ? commit + "-dirty" : commit,
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        Machine.current(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
  }

  /** Written by the build; absent if it ran where there is no repository. */
  private static Properties buildProperties() {
    Properties properties = new Properties();
    try (InputStream in = Origin.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        properties.load(in);
      }
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "machine: "
        + machine
        + "\njdk:     "
        + jdk
        + "\nklomp:   "
        + version
        + ", commit "
        + commit
        + "\nstarted: "
        + startedAt;
  }
}
