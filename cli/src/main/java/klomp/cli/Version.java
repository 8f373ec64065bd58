package klomp.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What was built, as the build noted it; the commit is unknown for a tree without a repository. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      text(),
      "JDK " + System.getProperty("java.vm.version") + ", " + System.getProperty("java.vm.name")
    };
  }

  private static String text() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean isDirty = Boolean.parseBoolean(build.getProperty("dirty"));
    return "klomp "
        + build.getProperty("version", "unknown")
        + ", commit "
        + build.getProperty("commit", "unknown")
        + (isDirty ? "-dirty" : "");
  }
}
