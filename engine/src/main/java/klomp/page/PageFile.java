package klomp.page;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import klomp.api.CorruptStoreException;
import klomp.api.StorageException;
import klomp.host.Host;
import klomp.host.HostFile;
import klomp.metrics.Metrics;
import klomp.metrics.WaitEvent;

/** The page file as bytes at places; counts, verifies, and fails the pool when the disk fails. */
final class PageFile implements AutoCloseable {

  private static final long LEAST_GROWTH = 1 << 20;
  private static final long MOST_GROWTH = 8 << 20;

  private final String name;
  private final HostFile file;
  private final PoolFailure failure;
  private final Host host;
  private final WaitEvent read;
  private final LongAdder reads;
  private final LongAdder writes;
  private final LongAdder bytesWritten;

  PageFile(String name, HostFile file, PoolFailure failure, Host host, Metrics metrics) {
    this.name = name;
    this.file = file;
    this.failure = failure;
    this.host = host;
    read = metrics.waitEvent("page.read");
    reads = metrics.counter("page.reads");
    writes = metrics.counter("page.writes");
    bytesWritten = metrics.counter("page.bytesWritten");
  }

  String name() {
    return name;
  }

  /**
   * Reads page {@code pid} into {@code page}, which nobody else uses.
   *
   * @param lastEpoch the latest epoch its content can be of
   */
  void readPage(long pid, long place, long lastEpoch, ByteBuffer page) {
    ByteBuffer target = page.duplicate().clear().limit(Place.bytes(place));
    read.begin();
    long begin = host.nanoTime();
    try {
      read(target, Place.position(place), "page " + pid + " at " + Place.toString(place));
    } finally {
      read.end(host.nanoTime() - begin);
    }
    reads.increment();
    if (!PageLayout.isWhole(page, Place.units(place))) {
      throw corrupt(pid, place, "does not have its checksum");
    }
    if (page.getLong(PageLayout.PID) != pid) {
      throw corrupt(pid, place, "is page " + page.getLong(PageLayout.PID));
    }
    if (page.getLong(PageLayout.EPOCH) > lastEpoch) {
      throw corrupt(pid, place, "is newer than the map that leads to it");
    }
    PageLayout.expand(page);
  }

  private CorruptStoreException corrupt(long pid, long place, String what) {
    return new CorruptStoreException(
        "page " + pid + " at " + Place.toString(place) + " of " + name + " " + what);
  }

  /** Reads {@code target.remaining()} bytes; {@code what} is for messages. */
  void read(ByteBuffer target, long position, String what) {
    try {
      file.read(target, position);
    } catch (EOFException e) {
      throw new CorruptStoreException(name + " is truncated: it ends before " + what, e);
    } catch (IOException e) {
      throw new StorageException("cannot read " + what + " of " + name + ": " + e, e);
    }
  }

  void write(ByteBuffer source, long position) {
    failure.check();
    int size = source.remaining();
    try {
      file.write(source, position);
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
    writes.increment();
    bytesWritten.add(size);
  }

  void sync() {
    failure.check();
    try {
      file.sync();
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
  }

  /**
   * Makes the file larger by a sixteenth, within 1 and 8 MiB, and by {@code least} at least, with
   * zeros: a sync of an overwrite is cheaper than one that also has to record a new size.
   *
   * @return the new size
   */
  long grow(long size, long least) {
    failure.check();
    long step = Math.max(LEAST_GROWTH, Math.min(MOST_GROWTH, size / 16));
    long grown = size + Math.max(step, least);
    try {
      file.preallocate(grown);
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
    return grown;
  }

  void truncate(long size) {
    failure.check();
    try {
      file.truncate(size);
    } catch (IOException | RuntimeException e) {
      throw fail(e);
    }
  }

  long size() {
    try {
      return file.size();
    } catch (IOException e) {
      throw new StorageException("cannot tell the size of " + name + ": " + e, e);
    }
  }

  private RuntimeException fail(Throwable cause) {
    failure.fail(cause);
    return failure.exception();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new StorageException("cannot close " + name + ": " + e, e);
    }
  }
}
