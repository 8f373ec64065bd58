package klomp.wal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostFile;
import klomp.host.HostLock;

/**
 * A host with one directory in memory that counts file operations, fails or blocks them on demand,
 * and can lose power: what was not synced is then lost in part, sector by sector.
 */
final class RecordingHost implements Host {

  private static final int SECTOR = 512;

  final AtomicInteger writes = new AtomicInteger();
  final AtomicInteger syncs = new AtomicInteger();

  /** Thrown by the next sync of a log segment, once. */
  volatile IOException nextSyncFailure;

  /** Thrown by every write to a log segment. */
  volatile IOException writeFailure;

  /** Thrown by every making of a file. */
  volatile IOException createFailure;

  /** If set, the making of a file takes a permit before it ends, well or with that failure. */
  volatile Semaphore createPermits;

  /** The file operation of that number from now on fails, once; none if negative. */
  final AtomicInteger failAt = new AtomicInteger(-1);

  /** If set, a sync of a segment takes a permit before it begins. */
  volatile Semaphore syncPermits;

  final List<Thread> threads = new ArrayList<>();

  private final Object lock = new Object();
  private Map<String, Content> names = new TreeMap<>();
  private Map<String, Content> durableNames = new TreeMap<>();

  private static final class Content {
    byte[] now = {};
    byte[] durable = {};
    final BitSet dirtySectors = new BitSet();

    /** What a sync that has not returned may or may not have brought to disk. */
    final Map<Integer, byte[]> syncing = new TreeMap<>();
  }

  /** The machine after power was lost now, and came back. */
  RecordingHost afterPowerLoss(Random random) {
    synchronized (lock) {
      RecordingHost after = new RecordingHost();
      Map<String, Content> kept = random.nextBoolean() ? names : durableNames;
      kept.forEach((name, content) -> after.names.put(name, afterPowerLoss(content, random)));
      after.durableNames = new TreeMap<>(after.names);
      return after;
    }
  }

  private static Content afterPowerLoss(Content before, Random random) {
    Content after = new Content();
    after.now = Arrays.copyOf(before.durable, before.now.length);
    int chance = random.nextInt(101);
    before.dirtySectors.stream()
        .filter(sector -> random.nextInt(100) < chance)
        .forEach(
            sector -> {
              int at = sector * SECTOR;
              int length = Math.min(SECTOR, before.now.length - at);
              System.arraycopy(before.now, at, after.now, at, length);
            });
    after.durable = after.now.clone();
    return after;
  }

  /** The bytes of a file, to look at or to damage. */
  byte[] bytes(String name) {
    synchronized (lock) {
      return names.get(name).now;
    }
  }

  HostDirectory directory() {
    return new MemoryDirectory();
  }

  @Override
  public HostDirectory directory(Path path) {
    return directory();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public Thread thread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    synchronized (lock) {
      threads.add(thread);
    }
    return thread;
  }

  @Override
  public long seed() {
    return 1;
  }

  private void operation() throws IOException {
    if (failAt.get() >= 0 && failAt.getAndDecrement() == 0) {
      throw new IOException("failed on purpose");
    }
  }

  private final class MemoryDirectory implements HostDirectory {

    @Override
    public HostFile open(String name) throws IOException {
      operation();
      synchronized (lock) {
        Content content = names.get(name);
        if (content == null) {
          throw new NoSuchFileException(name);
        }
        return new MemoryFile(content, WalLayout.isSegmentName(name));
      }
    }

    @Override
    public HostFile create(String name) throws IOException {
      operation();
      IOException failure = createFailure;
      Semaphore permits = createPermits;
      if (permits != null) {
        permits.acquireUninterruptibly();
      }
      synchronized (lock) {
        if (failure != null) {
          throw failure;
        }
        if (names.containsKey(name)) {
          throw new FileAlreadyExistsException(name);
        }
        names.put(name, new Content());
        return open(name);
      }
    }

    @Override
    public boolean exists(String name) throws IOException {
      operation();
      synchronized (lock) {
        return names.containsKey(name);
      }
    }

    @Override
    public List<String> list() throws IOException {
      operation();
      synchronized (lock) {
        return List.copyOf(names.keySet());
      }
    }

    @Override
    public void delete(String name) throws IOException {
      operation();
      synchronized (lock) {
        if (names.remove(name) == null) {
          throw new NoSuchFileException(name);
        }
      }
    }

    @Override
    public void rename(String from, String to) throws IOException {
      operation();
      synchronized (lock) {
        Content content = names.remove(from);
        if (content == null) {
          throw new NoSuchFileException(from);
        }
        names.put(to, content);
      }
    }

    @Override
    public HostDirectory directory(String name) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void sync() throws IOException {
      operation();
      synchronized (lock) {
        durableNames = new TreeMap<>(names);
      }
    }

    @Override
    public HostLock tryLock(String name) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public String toString() {
      return "memory";
    }
  }

  private final class MemoryFile implements HostFile {

    private final Content content;
    private final boolean segment;

    MemoryFile(Content content, boolean segment) {
      this.content = content;
      this.segment = segment;
    }

    @Override
    public void read(ByteBuffer target, long position) throws IOException {
      operation();
      synchronized (lock) {
        if (position + target.remaining() > content.now.length) {
          throw new EOFException();
        }
        target.put(content.now, (int) position, target.remaining());
      }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      operation();
      synchronized (lock) {
        if (segment) {
          writes.incrementAndGet();
          if (writeFailure != null) {
            throw writeFailure;
          }
        }
        int end = (int) position + source.remaining();
        if (end > content.now.length) {
          content.now = Arrays.copyOf(content.now, end);
        }
        content.dirtySectors.set((int) position / SECTOR, (end + SECTOR - 1) / SECTOR);
        source.get(content.now, (int) position, source.remaining());
      }
    }

    @Override
    public void sync() throws IOException {
      Map<Integer, byte[]> image = new TreeMap<>();
      synchronized (lock) {
        content.dirtySectors.stream()
            .forEach(
                sector -> {
                  int at = sector * SECTOR;
                  int end = Math.min(at + SECTOR, content.now.length);
                  image.put(sector, Arrays.copyOfRange(content.now, at, end));
                });
        content.dirtySectors.clear();
        content.syncing.putAll(image);
      }
      operation();
      if (segment) {
        syncs.incrementAndGet();
        Semaphore permits = syncPermits;
        if (permits != null) {
          permits.acquireUninterruptibly();
        }
        IOException failure = nextSyncFailure;
        if (failure != null) {
          nextSyncFailure = null;
          throw failure;
        }
      }
      synchronized (lock) {
        content.durable = Arrays.copyOf(content.durable, content.now.length);
        image.forEach(
            (sector, bytes) ->
                System.arraycopy(bytes, 0, content.durable, sector * SECTOR, bytes.length));
        content.syncing.keySet().removeAll(image.keySet());
      }
    }

    @Override
    public long size() throws IOException {
      operation();
      synchronized (lock) {
        return content.now.length;
      }
    }

    @Override
    public void truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void preallocate(long size) throws IOException {
      operation();
      synchronized (lock) {
        int old = content.now.length;
        if (size > old) {
          content.now = Arrays.copyOf(content.now, (int) size);
          content.dirtySectors.set(old / SECTOR, (int) size / SECTOR);
        }
      }
    }

    @Override
    public void close() throws IOException {
      operation();
    }
  }
}
