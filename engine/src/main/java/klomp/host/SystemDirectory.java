package klomp.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A directory of the file system. */
final class SystemDirectory implements HostDirectory {

  private final Path path;

  SystemDirectory(Path path) {
    this.path = path;
  }

  @Override
  public HostFile open(String name) throws IOException {
    return SystemFile.open(path.resolve(name));
  }

  @Override
  public HostFile create(String name) throws IOException {
    Files.createFile(path.resolve(name));
    return open(name);
  }

  @Override
  public boolean exists(String name) {
    return Files.exists(path.resolve(name));
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(path.resolve(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(
        path.resolve(from),
        path.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public HostDirectory directory(String name) throws IOException {
    Path inner = path.resolve(name);
    Files.createDirectories(inner);
    return new SystemDirectory(inner);
  }

  @Override
  public void sync() throws IOException {
    // Linux and macOS allow a directory to be opened for reading and synced; a system that does
    // not open directories (Windows) makes names durable by itself.
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public HostLock tryLock(String name) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel::close;
      }
    } catch (OverlappingFileLockException heldInThisProcess) {
      // The same answer as for another process: the caller cannot have it.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return null;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
