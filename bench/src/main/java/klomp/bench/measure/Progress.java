package klomp.bench.measure;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Says on the error stream how far something is, and how long it will still take: a line that is
 * written over on a terminal, else a plain line every ten seconds. Any thread may {@link #step}.
 */
public final class Progress implements AutoCloseable {

  private static final Path STDERR = Path.of("/proc/self/fd/2");
  private static final Duration ON_TERMINAL = Duration.ofMillis(250);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);

  private final String what;
  private final long total;
  private final PrintWriter out;
  private final boolean terminal;
  private final LongAdder done = new LongAdder();
  private final long startNanos = System.nanoTime();
  private final Thread painter = new Thread(this::paintUntilClosed, "progress");

  private Progress(String what, long total, PrintWriter out, boolean terminal) {
    this.what = what;
    this.total = Math.max(1, total);
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows the progress of {@code what} towards {@code total} steps until it is closed. */
  public static Progress show(String what, long total, PrintWriter out) {
    Progress progress = new Progress(what, total, out, onTerminal());
    progress.painter.setDaemon(true);
    progress.painter.start();
    return progress;
  }

  /** Whether the error stream is a terminal; false where the system does not say. */
  static boolean onTerminal() {
    try {
      String file = Files.readSymbolicLink(STDERR).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  public void step() {
    done.increment();
  }

  public void step(long steps) {
    done.add(steps);
  }

  private void paintUntilClosed() {
    Duration pause = terminal ? ON_TERMINAL : ELSEWHERE;
    try {
      while (true) {
        Thread.sleep(pause.toMillis());
        paint();
      }
    } catch (InterruptedException closed) {
      // The one who interrupts has nothing left to show.
    }
  }

  private void paint() {
    String line = line(done.sum(), System.nanoTime() - startNanos);
    if (terminal) {
      out.print("\r\u001b[K" + line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** What is shown after {@code steps} in {@code nanos}. */
  String line(long steps, long nanos) {
    double part = Math.min(1, (double) steps / total);
    StringBuilder line = new StringBuilder(what);
    if (terminal) {
      int filled = (int) (part * 24);
      line.append(" [").append("#".repeat(filled)).append(".".repeat(24 - filled)).append(']');
    }
    line.append(String.format(Locale.ROOT, " %,d of %,d (%.0f %%)", steps, total, part * 100));
    if (steps > 0 && steps < total) {
      long left = (long) (nanos / 1e9 * (1 - part) / part);
      line.append(String.format(Locale.ROOT, ", %d:%02d left", left / 60, left % 60));
    }
    return line.toString();
  }

  /** Ends the display and wipes its line. */
  @Override
  public void close() {
    painter.interrupt();
    try {
      painter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (terminal) {
      out.print("\r\u001b[K");
      out.flush();
    }
  }
}
