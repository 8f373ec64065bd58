package klomp.host;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Directories in memory whose power can fail: what was not synced survives in part, in any order,
 * in pieces of 512 bytes; names made, renamed and deleted since their directory was synced survive
 * all or not at all, directory by directory. For tests of a whole store. Safe for use by any number
 * of threads.
 */
public final class PowerHost implements Host {

  private static final int SECTOR = 512;

  private final Host system = new SystemHost();
  private final Directory root = new Directory();
  private int syncsUntilCrash;
  private SplittableRandom crashRandom;
  private Runnable atCrash = () -> {};
  private PowerHost crashed;

  /** A change of a file not synced yet: bytes at a position, or a new length. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Change(long position, byte[] bytes) {}

  private static final class Content {
    byte[] now = {};
    byte[] durable = {};
    final List<Change> pending = new ArrayList<>();
  }

  /** Has the power fail just before the {@code count}-th sync from now takes effect. */
  public synchronized void crashAtSync(int count, SplittableRandom random, Runnable task) {
    syncsUntilCrash = count;
    crashRandom = random;
    atCrash = task;
    crashed = null;
  }

  /** What the failure left, or null if it has not come to that yet. */
  public synchronized PowerHost crashed() {
    return crashed;
  }

  /** Called before every sync takes effect. */
  private void countSync() {
    if (--syncsUntilCrash == 0) {
      crashed = new PowerHost();
      root.survive(crashed.root, crashRandom);
      atCrash.run();
    }
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

  private static byte[] survivorOf(Content content, SplittableRandom random) {
    byte[] bytes = content.durable.clone();
    int luck = random.nextInt(5);
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

  @Override
  public HostDirectory directory(Path path) {
    return root;
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

  private final class Directory implements HostDirectory {

    /** Guarded by the host, as everything else. */
    private final Map<String, Content> names = new TreeMap<>();

    private Map<String, Content> durableNames = new TreeMap<>();
    private final Map<String, Directory> directories = new TreeMap<>();

    void survive(Directory after, SplittableRandom random) {
      (random.nextBoolean() ? names : durableNames)
          .forEach(
              (name, content) -> {
                Content survivor = new Content();
                survivor.durable = survivorOf(content, random);
                survivor.now = survivor.durable.clone();
                after.names.put(name, survivor);
              });
      after.durableNames = new TreeMap<>(after.names);
      directories.forEach(
          (name, directory) -> directory.survive((Directory) after.directory(name), random));
    }

    @Override
    public HostFile open(String name) throws IOException {
      synchronized (PowerHost.this) {
        Content content = names.get(name);
        if (content == null) {
          throw new NoSuchFileException(name);
        }
        return new PowerFile(content);
      }
    }

    @Override
    public HostFile create(String name) throws IOException {
      synchronized (PowerHost.this) {
        if (names.putIfAbsent(name, new Content()) != null) {
          throw new FileAlreadyExistsException(name);
        }
        return open(name);
      }
    }

    @Override
    public boolean exists(String name) {
      synchronized (PowerHost.this) {
        return names.containsKey(name);
      }
    }

    @Override
    public List<String> list() {
      synchronized (PowerHost.this) {
        List<String> all = new ArrayList<>(names.keySet());
        all.addAll(directories.keySet());
        all.sort(null);
        return all;
      }
    }

    @Override
    public void delete(String name) throws IOException {
      synchronized (PowerHost.this) {
        if (names.remove(name) == null) {
          throw new NoSuchFileException(name);
        }
      }
    }

    @Override
    public void rename(String from, String to) throws IOException {
      synchronized (PowerHost.this) {
        Content content = names.remove(from);
        if (content == null) {
          throw new NoSuchFileException(from);
        }
        names.put(to, content);
      }
    }

    /** Directories are there for good once made: only files are lost. */
    @Override
    public HostDirectory directory(String name) {
      synchronized (PowerHost.this) {
        return directories.computeIfAbsent(name, missing -> new Directory());
      }
    }

    @Override
    public void sync() {
      synchronized (PowerHost.this) {
        countSync();
        durableNames = new TreeMap<>(names);
      }
    }

    @Override
    public HostLock tryLock(String name) {
      synchronized (PowerHost.this) {
        names.computeIfAbsent(name, missing -> new Content());
      }
      return () -> {};
    }

    @Override
    public String toString() {
      return "memory";
    }
  }

  private final class PowerFile implements HostFile {

    private final Content content;

    PowerFile(Content content) {
      this.content = content;
    }

    @Override
    public void read(ByteBuffer target, long position) throws IOException {
      synchronized (PowerHost.this) {
        if (position + target.remaining() > content.now.length) {
          throw new EOFException("end of file");
        }
        target.put(content.now, (int) position, target.remaining());
      }
    }

    @Override
    public void write(ByteBuffer source, long position) {
      byte[] bytes = new byte[source.remaining()];
      source.get(bytes);
      synchronized (PowerHost.this) {
        content.pending.add(new Change(position, bytes));
        content.now = put(content.now, position, bytes, 0, bytes.length);
      }
    }

    @Override
    public void sync() {
      synchronized (PowerHost.this) {
        countSync();
        for (Change change : content.pending) {
          content.durable =
              change.bytes == null
                  ? Arrays.copyOf(content.durable, (int) change.position)
                  : put(content.durable, change.position, change.bytes, 0, change.bytes.length);
        }
        content.pending.clear();
      }
    }

    @Override
    public long size() {
      synchronized (PowerHost.this) {
        return content.now.length;
      }
    }

    @Override
    public void truncate(long size) {
      synchronized (PowerHost.this) {
        if (size < content.now.length) {
          content.pending.add(new Change(size, null));
          content.now = Arrays.copyOf(content.now, (int) size);
        }
      }
    }

    @Override
    public void preallocate(long size) {
      synchronized (PowerHost.this) {
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
