package klomp.host;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * One directory in memory, for tests that open thousands of stores or whose threads are scheduled
 * by a tool that must not be held up by a system call. Its clock stands still. Nothing fails:
 * {@link HostileHost} is for that. Safe for use by any number of threads.
 */
public final class MemoryHost implements Host {

  private final MemoryDirectory directory = new MemoryDirectory();

  @Override
  public HostDirectory directory(Path path) {
    return directory;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public long wallMillis() {
    return 0;
  }

  @Override
  public Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public long seed() {
    return 0;
  }

  private static final class MemoryDirectory implements HostDirectory {

    private final TreeMap<String, MemoryFile> files = new TreeMap<>();

    @Override
    public synchronized HostFile open(String name) throws IOException {
      MemoryFile file = files.get(name);
      if (file == null) {
        throw new NoSuchFileException(name);
      }
      return file;
    }

    @Override
    public synchronized HostFile create(String name) throws IOException {
      MemoryFile file = new MemoryFile();
      if (files.putIfAbsent(name, file) != null) {
        throw new FileAlreadyExistsException(name);
      }
      return file;
    }

    @Override
    public synchronized boolean exists(String name) {
      return files.containsKey(name);
    }

    @Override
    public synchronized List<String> list() {
      return List.copyOf(files.keySet());
    }

    @Override
    public synchronized void delete(String name) throws IOException {
      if (files.remove(name) == null) {
        throw new NoSuchFileException(name);
      }
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
      MemoryFile file = files.remove(from);
      if (file == null) {
        throw new NoSuchFileException(from);
      }
      files.put(to, file);
    }

    @Override
    public HostDirectory directory(String name) {
      throw new UnsupportedOperationException("one directory only");
    }

    @Override
    public void sync() {}

    @Override
    public HostLock tryLock(String name) {
      return () -> {};
    }

    @Override
    public String toString() {
      return "memory";
    }
  }

  private static final class MemoryFile implements HostFile {

    private byte[] bytes = {};

    @Override
    public synchronized void read(ByteBuffer target, long position) throws IOException {
      if (position + target.remaining() > bytes.length) {
        throw new EOFException();
      }
      target.put(bytes, (int) position, target.remaining());
    }

    @Override
    public synchronized void write(ByteBuffer source, long position) {
      int end = (int) position + source.remaining();
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, end);
      }
      source.get(bytes, (int) position, source.remaining());
    }

    @Override
    public void sync() {}

    @Override
    public synchronized long size() {
      return bytes.length;
    }

    @Override
    public synchronized void truncate(long size) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(size, bytes.length));
    }

    @Override
    public synchronized void preallocate(long size) {
      bytes = Arrays.copyOf(bytes, (int) Math.max(size, bytes.length));
    }

    @Override
    public void close() {}
  }
}
