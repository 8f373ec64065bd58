package klomp.bench.targets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A directory of the bench's own, removed with all that is in it when closed, or when this process
 * is interrupted or asked to end before.
 */
public final class WorkDirectory implements AutoCloseable {

  private static final int ATTEMPTS_AT_EXIT = 20;
  private static final int PAUSE_AT_EXIT_MILLIS = 100;

  private final Path path;
  private final Thread endWithUs = new Thread(this::removeAtExit, "remove-work");

  private WorkDirectory(Path path) {
    this.path = path;
    Runtime.getRuntime().addShutdownHook(endWithUs);
  }

  /** A fresh one under the system's directory for temporary files. */
  public static WorkDirectory temporary() {
    try {
      return new WorkDirectory(Files.createTempDirectory("klomp-bench-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fresh one in {@code parent}, which is made if need be. */
  public static WorkDirectory in(Path parent) {
    try {
      Files.createDirectories(parent);
      return new WorkDirectory(Files.createTempDirectory(parent, "klomp-bench-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A fresh one at {@code path}, which must not exist. */
  public static WorkDirectory at(Path path) {
    try {
      if (path.toAbsolutePath().getParent() != null) {
        Files.createDirectories(path.toAbsolutePath().getParent());
      }
      return new WorkDirectory(Files.createDirectory(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path() {
    return path;
  }

  /** The bytes of each entry of {@code directory}, those of a folder added up, by name. */
  public static SortedMap<String, Long> sizes(Path directory) {
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file ->
                  sizes.merge(
                      directory.relativize(file).getName(0).toString(),
                      file.toFile().length(),
                      Long::sum));
      return sizes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Copies {@code from} with all that is in it to {@code to}, and syncs, as otherwise the first
   * sync of whoever opens it would pay for the copying.
   */
  public static void copy(Path from, Path to) {
    try (Stream<Path> walk = Files.walk(from)) {
      for (Path file : (Iterable<Path>) walk::iterator) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
          try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes {@code directory} and all in it, if it is there. */
  public static void remove(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      Files.walkFileTree(directory, new Remover());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    remove(path);
    try {
      Runtime.getRuntime().removeShutdownHook(endWithUs);
    } catch (IllegalStateException alreadyEnding) {
      // The hook finds nothing left.
    }
  }

  /** Threads and servers that are still ending may write into it meanwhile. */
  private void removeAtExit() {
    for (int attempt = 1; ; attempt++) {
      try {
        remove(path);
        return;
      } catch (UncheckedIOException e) {
        if (attempt == ATTEMPTS_AT_EXIT) {
          System.err.println("left behind: " + path + " (" + e.getMessage() + ")");
          return;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_AT_EXIT_MILLIS));
    }
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failed)
        throws IOException {
      if (failed != null) {
        throw failed;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
