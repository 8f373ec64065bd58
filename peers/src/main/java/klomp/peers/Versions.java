package klomp.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The libraries' versions, as the build has them. */
final class Versions {

  private Versions() {}

  static String of(String library) {
    Properties versions = new Properties();
    try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions.getProperty(library);
  }
}
