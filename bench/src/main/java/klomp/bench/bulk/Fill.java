package klomp.bench.bulk;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import klomp.api.Durability;
import klomp.api.RetryPolicy;
import klomp.api.Store;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Progress;
import klomp.bench.report.Figures;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import klomp.bench.targets.WorkDirectory;

/**
 * More data than cache: loads it, reads all of it back, kills the server and starts it again,
 * overwrites all of it some times, and says how large the files are against the data.
 */
public final class Fill {

  private static final byte[] MARK = {'m', 'a', 'r', 'k'};

  private final Volume volume;
  private final StoreSettings settings;
  private final PrintWriter out;
  private final PrintWriter progressTo;

  /**
   * How much.
   *
   * @param records how many
   * @param valueBytes the length of each value
   * @param overwrites how often all of them are written again
   * @param threads how many write and read
   * @param batch how many records a transaction writes
   */
  public record Volume(long records, int valueBytes, int overwrites, int threads, int batch) {}

  public Fill(Volume volume, StoreSettings settings, PrintWriter out, PrintWriter progressTo) {
    this.volume = volume;
    this.settings = settings;
    this.out = out;
    this.progressTo = progressTo;
  }

  /**
   * Does it all; throws at the first wrong record.
   *
   * @param data where the store is to be; null for a temporary directory
   */
  public void run(Target target, Path data) throws InterruptedException {
    try (OpenTarget opened = OpenTarget.open(target, settings, data, volume.threads() + 1)) {
      Records records = new Records(opened.store(), volume.records(), volume.valueBytes());
      say("%,d records, %s of keys and values", records.count(), bytes(records.liveBytes()));
      write(records, opened.store(), 0);
      verify(records, 0);
      sizes(opened, records);
      if (!opened.isOwnServer()) {
        say("no kill: the store is not in a server of ours");
        overwrite(opened, records);
        return;
      }
      opened.kill();
      long start = System.nanoTime();
      try (OpenTarget again =
          OpenTarget.open(target, settings, opened.data(), volume.threads() + 1)) {
        say("killed; back after %.2f s", (System.nanoTime() - start) / 1e9);
        verify(records.in(again.store()), 0);
        overwrite(again, records.in(again.store()));
      }
    }
  }

  private void overwrite(OpenTarget target, Records records) throws InterruptedException {
    for (int generation = 1; generation <= volume.overwrites(); generation++) {
      write(records, target.store(), generation);
      sizes(target, records);
    }
    verify(records, volume.overwrites());
  }

  /** Ends with a commit that is on disk: with it all those before are. */
  private void write(Records records, Store store, int generation) throws InterruptedException {
    long start = System.nanoTime();
    String what = generation == 0 ? "load" : "overwrite " + generation;
    try (Progress progress = Progress.show(what, records.count(), progressTo)) {
      records.write(generation, volume.batch(), volume.threads(), progress);
    }
    store.transact(
        TransactionOptions.DEFAULT.withDurability(Durability.SYNC),
        RetryPolicy.DEFAULT,
        transaction -> {
          transaction.put(MARK, new byte[] {(byte) generation});
          return null;
        });
    rate(what, records, start);
  }

  private void verify(Records records, int generation) throws InterruptedException {
    long start = System.nanoTime();
    try (Progress progress = Progress.show("read back", records.count(), progressTo)) {
      records.verify(generation, volume.threads(), progress);
    }
    rate("all read back right", records, start);
  }

  private void rate(String what, Records records, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    say(
        "%s: %.1f s, %,.0f records/s, %s/s",
        what, seconds, records.count() / seconds, bytes(records.liveBytes() / seconds));
  }

  private void sizes(OpenTarget target, Records records) {
    if (target.data() == null) {
      say("file sizes: not known, the store is in another process's directory");
      return;
    }
    target.store().checkpoint();
    SortedMap<String, Long> sizes = WorkDirectory.sizes(target.data());
    long total = sizes.values().stream().mapToLong(Long::longValue).sum();
    say("files: %s, %.2f times the data", bytes(total), (double) total / records.liveBytes());
    sizes.forEach(
        (name, size) ->
            say("  %-24s %12s  %.2f", name, bytes(size), (double) size / records.liveBytes()));
  }

  private static String bytes(double value) {
    return Figures.bytes(value);
  }

  private void say(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
