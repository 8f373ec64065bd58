package klomp.bench.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file of acknowledged transfers, a line {@code worker sequence} each, for a check after this
 * process was killed: each line is in the hands of the system before the next transfer begins. Safe
 * for use by several threads.
 */
public final class AcknowledgeLog implements AutoCloseable {

  private final FileChannel file;

  private AcknowledgeLog(FileChannel file) {
    this.file = file;
  }

  /** Opens a log to be appended to; the file is made if it is not there. */
  public static AcknowledgeLog append(Path path) {
    try {
      endLastLine(path);
      return new AcknowledgeLog(
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line that a kill cut short must not run into the next one. */
  private static void endLastLine(Path path) throws IOException {
    if (Files.exists(path)) {
      String text = Files.readString(path, StandardCharsets.US_ASCII);
      if (!text.isEmpty() && !text.endsWith("\n")) {
        Files.writeString(path, text.substring(0, text.lastIndexOf('\n') + 1));
      }
    }
  }

  void acknowledged(int worker, long sequence) {
    byte[] line = (worker + " " + sequence + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      synchronized (file) {
        ByteBuffer bytes = ByteBuffer.wrap(line);
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last acknowledged sequence number of each worker; a last line cut short does not count. */
  public static SortedMap<Integer, Long> read(Path path) {
    SortedMap<Integer, Long> last = new TreeMap<>();
    try {
      String text = Files.exists(path) ? Files.readString(path) : "";
      text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> line.split(" "))
          .forEach(
              parts -> last.merge(Integer.valueOf(parts[0]), Long.valueOf(parts[1]), Math::max));
      return last;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
