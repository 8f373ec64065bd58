package klomp.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A kind of store that the comparison can open. Found by {@link java.util.ServiceLoader};
 * stateless.
 */
public interface Engine {

  /** What it is called on the command line: lower-case letters, digits and hyphens. */
  String name();

  /** The library that it comes from, with its version. */
  String version();

  /** How it is set under {@code conditions}, by name, for people to judge. */
  SortedMap<String, String> settings(Conditions conditions);

  /** In what it differs from what the others do. */
  List<Note> notes();

  /** Flags that its JVM needs. */
  default List<String> flags() {
    return List.of();
  }

  /** Whether {@link #open} finds again what was in {@code directory} when it was closed. */
  default boolean isPersistent() {
    return true;
  }

  /** Opens the store in {@code directory}, which exists and may be empty. */
  OpenEngine open(Path directory, Conditions conditions) throws Exception;
}
