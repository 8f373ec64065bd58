package klomp.host;

import java.io.IOException;
import java.util.List;

/**
 * One directory of files. A name that was created, renamed or deleted survives power loss only
 * after {@link #sync()}.
 */
public interface HostDirectory {

  /**
   * Opens an existing file for reading and writing.
   *
   * @throws java.nio.file.NoSuchFileException if it is missing
   */
  HostFile open(String name) throws IOException;

  /**
   * Makes a new file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it exists
   */
  HostFile create(String name) throws IOException;

  boolean exists(String name) throws IOException;

  /** The names of the files and directories in it, sorted. */
  List<String> list() throws IOException;

  void delete(String name) throws IOException;

  /** Renames, replacing {@code to} in one step if it exists. */
  void rename(String from, String to) throws IOException;

  /** The directory of that name inside this one, made if missing. */
  HostDirectory directory(String name) throws IOException;

  /** Makes creations, renames and deletions in this directory survive power loss. */
  void sync() throws IOException;

  /**
   * Takes the file {@code name} (made if missing) as a lock against other processes and other
   * holders in this one.
   *
   * @return the lock, or null if somebody else has it
   */
  HostLock tryLock(String name) throws IOException;

  /** For messages. */
  @Override
  String toString();
}
