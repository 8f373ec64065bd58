package klomp.host;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file read and written at positions. Safe for use by any number of threads.
 *
 * <p>Reads may come from any thread: an interrupt neither fails them nor closes the file, and the
 * thread's interrupt flag is kept. Writes, syncs and sizes come from the engine's own threads,
 * which nobody interrupts; so no failed sync is ever repeated under the covers.
 */
public interface HostFile extends AutoCloseable {

  /**
   * Reads {@code target.remaining()} bytes from {@code position}.
   *
   * @throws java.io.EOFException if the file ends before that
   */
  void read(ByteBuffer target, long position) throws IOException;

  /** Writes {@code source.remaining()} bytes at {@code position}, extending the file if need be. */
  void write(ByteBuffer source, long position) throws IOException;

  /** Makes all writes (and the size that reading them needs) survive power loss. */
  void sync() throws IOException;

  /** The size in bytes. */
  long size() throws IOException;

  /** Cuts the file to {@code size} bytes if it is longer. */
  void truncate(long size) throws IOException;

  /**
   * Fills the file with zeros from its present size up to {@code size}, so that later writes below
   * it need no new space from the file system.
   */
  void preallocate(long size) throws IOException;

  @Override
  void close() throws IOException;
}
