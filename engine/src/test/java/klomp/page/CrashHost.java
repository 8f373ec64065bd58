package klomp.page;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;
import klomp.host.HostLock;
import klomp.host.SystemHost;

/**
 * One directory in memory whose power can fail: what was not synced survives in part, in any order,
 * in pieces of 512 bytes. Can also be told to fail.
 */
final class CrashHost implements Host, HostDirectory {

  private static final int SECTOR = 512;

  private final Host system = new SystemHost();

  /** Names now, and names that survive. Guarded by this, as everything else. */
  private final Map<String, Content> names = new TreeMap<>();

  private Map<String, Content> durableNames = new TreeMap<>();
  private boolean failNextSync;
  private boolean failNextWrite;
  private int syncs;
  private Thread syncer;
  private volatile long writeNanos;
  private int syncsUntilCrash;
  private SplittableRandom crashRandom;
  private CrashHost crashedAtSync;

  /** A change of a file not synced yet: bytes at a position, or a new length. */
  private record Change(long position, byte[] bytes) {}

  private static final class Content {
    byte[] now = {};
    byte[] durable = {};
    final List<Change> pending = new ArrayList<>();
  }

  /** The directory after a power failure at this moment. */
  synchronized CrashHost crash(SplittableRandom random) {
    CrashHost after = new CrashHost();
    boolean namesSurvive = random.nextBoolean();
    (namesSurvive ? names : durableNames)
        .forEach(
            (name, content) -> {
              Content survivor = new Content();
              survivor.durable = survivorOf(content, random);
              survivor.now = survivor.durable;
              after.names.put(name, survivor);
            });
    after.durableNames = new TreeMap<>(after.names);
    return after;
  }

  /** Has the power fail just before the {@code count}-th sync from now takes effect. */
  synchronized void crashAtSync(int count, SplittableRandom random) {
    syncsUntilCrash = count;
    crashRandom = random;
    crashedAtSync = null;
  }

  /** What {@link #crashAtSync} left, or null if it has not come to that yet. */
  synchronized CrashHost crashedAtSync() {
    return crashedAtSync;
  }

  /** Has every write take so long, as on a disk. */
  void setWriteNanos(long nanos) {
    writeNanos = nanos;
  }

  private static byte[] survivorOf(Content content, SplittableRandom random) {
    byte[] bytes = content.durable.clone();
    int luck = random.nextInt(4);
    for (Change change : content.pending) {
      if (change.bytes == null) {
        if (random.nextInt(4) < luck) {
          bytes = Arrays.copyOf(bytes, (int) change.position);
        }
        continue;
      }
      for (int at = 0; at < change.bytes.length; at += SECTOR) {
        if (random.nextInt(4) < luck) {
          int size = Math.min(SECTOR, change.bytes.length - at);
          bytes = put(bytes, change.position + at, change.bytes, at, size);
        }
      }
    }
    return bytes;
  }

  private static byte[] put(byte[] target, long position, byte[] source, int from, int size) {
    byte[] result = target;
    int end = (int) position + size;
    if (end > result.length) {
      result = Arrays.copyOf(result, end);
    }
    System.arraycopy(source, from, result, (int) position, size);
    return result;
  }

  synchronized void failNextSync() {
    failNextSync = true;
  }

  synchronized void failNextWrite() {
    failNextWrite = true;
  }

  synchronized int syncs() {
    return syncs;
  }

  /** The thread that synced last. */
  synchronized Thread syncer() {
    return syncer;
  }

  /** The bytes of a file now. */
  synchronized byte[] content(String name) {
    return names.get(name).now.clone();
  }

  /** Replaces the bytes of a file, durably. */
  synchronized void setContent(String name, byte[] bytes) {
    Content content = names.computeIfAbsent(name, missing -> new Content());
    content.now = bytes.clone();
    content.durable = bytes.clone();
    content.pending.clear();
    durableNames.put(name, content);
  }

  @Override
  public HostDirectory directory(Path path) {
    return this;
  }

  @Override
  public long nanoTime() {
    return system.nanoTime();
  }

  @Override
  public long wallMillis() {
    return system.wallMillis();
  }

  @Override
  public Thread thread(String name, Runnable task) {
    return system.thread(name, task);
  }

  @Override
  public long seed() {
    return system.seed();
  }

  @Override
  public synchronized HostFile open(String name) throws IOException {
    Content content = names.get(name);
    if (content == null) {
      throw new NoSuchFileException(name);
    }
    return new MemoryFile(content);
  }

  @Override
  public synchronized HostFile create(String name) throws IOException {
    if (names.containsKey(name)) {
      throw new java.nio.file.FileAlreadyExistsException(name);
    }
    names.put(name, new Content());
    return open(name);
  }

  @Override
  public synchronized boolean exists(String name) {
    return names.containsKey(name);
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public synchronized void delete(String name) {
    names.remove(name);
  }

  @Override
  public synchronized void rename(String from, String to) {
    names.put(to, names.remove(from));
  }

  @Override
  public HostDirectory directory(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public synchronized void sync() {
    durableNames = new TreeMap<>(names);
  }

  @Override
  public HostLock tryLock(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String toString() {
    return "memory";
  }

  private final class MemoryFile implements HostFile {

    private final Content content;

    MemoryFile(Content content) {
      this.content = content;
    }

    @Override
    public void read(ByteBuffer target, long position) throws IOException {
      synchronized (CrashHost.this) {
        if (position + target.remaining() > content.now.length) {
          throw new EOFException("end of file");
        }
        target.put(content.now, (int) position, target.remaining());
      }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      byte[] bytes = new byte[source.remaining()];
      source.get(bytes);
      if (writeNanos > 0) {
        LockSupport.parkNanos(writeNanos);
      }
      synchronized (CrashHost.this) {
        if (failNextWrite) {
          failNextWrite = false;
          throw new IOException("No space left on device");
        }
        content.pending.add(new Change(position, bytes));
        content.now = put(content.now, position, bytes, 0, bytes.length);
      }
    }

    @Override
    public void sync() throws IOException {
      synchronized (CrashHost.this) {
        syncs++;
        if (--syncsUntilCrash == 0) {
          crashedAtSync = crash(crashRandom);
        }
        syncer = Thread.currentThread();
        if (failNextSync) {
          failNextSync = false;
          // As Linux does: the writes are dropped and the next sync knows nothing of it.
          content.pending.clear();
          throw new IOException("Input/output error");
        }
        content.pending.clear();
        content.durable = content.now.clone();
      }
    }

    @Override
    public long size() {
      synchronized (CrashHost.this) {
        return content.now.length;
      }
    }

    @Override
    public void truncate(long size) {
      synchronized (CrashHost.this) {
        if (size < content.now.length) {
          content.pending.add(new Change(size, null));
          content.now = Arrays.copyOf(content.now, (int) size);
        }
      }
    }

    @Override
    public void preallocate(long size) throws IOException {
      synchronized (CrashHost.this) {
        int missing = (int) size - content.now.length;
        if (missing > 0) {
          write(ByteBuffer.allocate(missing), content.now.length);
        }
      }
    }

    @Override
    public void close() {}
  }
}
