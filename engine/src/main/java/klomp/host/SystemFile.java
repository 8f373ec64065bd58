package klomp.host;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of the file system, through two channels: the JDK closes a channel under a thread that is
 * interrupted while using it. Only reads run on threads of others, so only the read channel can be
 * closed that way; it is opened again and the read repeated. The write channel is for the engine's
 * threads alone.
 */
final class SystemFile implements HostFile {

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 20).asReadOnlyBuffer();

  private final Path path;
  private final FileChannel writer;

  /** Guarded by this for replacing; reading the field is free. */
  private volatile FileChannel reader;

  private volatile boolean closed;

  private SystemFile(Path path, FileChannel writer, FileChannel reader) {
    this.path = path;
    this.writer = writer;
    this.reader = reader;
  }

  static SystemFile open(Path path) throws IOException {
    FileChannel writer = FileChannel.open(path, StandardOpenOption.WRITE);
    try {
      return new SystemFile(path, writer, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      writer.close();
      throw e;
    }
  }

  @Override
  public void read(ByteBuffer target, long position) throws IOException {
    boolean interrupted = false;
    int start = target.position();
    try {
      while (true) {
        FileChannel channel = reader;
        try {
          readFully(channel, target, position);
          return;
        } catch (ClosedChannelException e) {
          if (closed) {
            throw e;
          }
          // Interrupted here, or another thread was while it read through the same channel.
          interrupted |= e instanceof ClosedByInterruptException;
          interrupted |= Thread.interrupted();
          reopenReader(channel);
          target.position(start);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void readFully(FileChannel channel, ByteBuffer target, long position) throws IOException {
    long at = position;
    while (target.hasRemaining()) {
      int count = channel.read(target, at);
      if (count < 0) {
        throw new EOFException(path + " ends before position " + (at + target.remaining()));
      }
      at += count;
    }
  }

  private synchronized void reopenReader(FileChannel broken) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    if (reader == broken) {
      reader = FileChannel.open(path, StandardOpenOption.READ);
    }
  }

  @Override
  public void write(ByteBuffer source, long position) throws IOException {
    long at = position;
    while (source.hasRemaining()) {
      at += writer.write(source, at);
    }
  }

  @Override
  public void sync() throws IOException {
    writer.force(false);
  }

  @Override
  public long size() throws IOException {
    return writer.size();
  }

  @Override
  public void truncate(long size) throws IOException {
    writer.truncate(size);
  }

  @Override
  public void preallocate(long size) throws IOException {
    ByteBuffer zeros = ZEROS.duplicate();
    for (long at = writer.size(); at < size; at += zeros.limit()) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
      write(zeros, at);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    writer.close();
    reader.close();
  }
}
