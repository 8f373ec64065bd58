package klomp.bench.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.SplittableRandom;
import klomp.Klomp;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.api.RetryPolicy;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.WorkDirectory;

/**
 * Measures what a transaction of the savepoint script takes beside the commit log, by one client of
 * an embedded store; and the write of a page.
 */
final class StoreCalibration {

  private static final int KEYS = 10_000;
  private static final int KEYS_AT_ONCE = 1_000;
  private static final int VALUE_BYTES = 100;
  private static final int PAGE_BYTES = 8_192;
  private static final int PAGES = 64;

  private StoreCalibration() {}

  /**
   * @param clog what the commit log takes of a transaction, in nanoseconds
   */
  static void measure(Map<Service, Double> times, double clog) {
    try (WorkDirectory work = WorkDirectory.temporary()) {
      times.put(Service.PAGE_WRITE, pageWrite(work.path().resolve("pages")));
      times.put(Service.REST, Math.max(1, transaction(work.path().resolve("store")) - clog));
    }
  }

  private static double pageWrite(Path file) {
    ByteBuffer page = ByteBuffer.allocateDirect(PAGE_BYTES);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      return Stopwatch.nanos(
          count -> {
            for (int i = 0; i < count; i++) {
              write(channel, page.clear(), (long) (i % PAGES) * PAGE_BYTES);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(FileChannel channel, ByteBuffer page, long position) {
    try {
      channel.write(page, position);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double transaction(Path data) {
    StoreSettings settings =
        StoreSettings.DEFAULT.withDurability(Durability.ASYNC).withClog(ClogStrategy.DIRECT, 128);
    try (Store store = Klomp.open(data, settings.options())) {
      for (int first = 0; first < KEYS; first += KEYS_AT_ONCE) {
        int from = first;
        store.transact(
            TransactionOptions.DEFAULT,
            RetryPolicy.DEFAULT,
            transaction -> {
              for (int key = from; key < from + KEYS_AT_ONCE; key++) {
                transaction.put(key(key), new byte[VALUE_BYTES]);
              }
              return null;
            });
      }
      SplittableRandom random = new SplittableRandom(1);
      TransactionOptions options =
          TransactionOptions.DEFAULT.withIsolation(Isolation.READ_COMMITTED);
      return Stopwatch.nanos(
          count -> {
            for (int i = 0; i < count; i++) {
              run(store, options, random);
            }
          });
    }
  }

  private static void run(Store store, TransactionOptions options, SplittableRandom random) {
    try (Transaction transaction = store.begin(options)) {
      update(transaction, random.nextInt(KEYS));
      transaction.savepoint("s1");
      update(transaction, random.nextInt(KEYS / 1000));
      transaction.savepoint("s2");
      update(transaction, random.nextInt(KEYS));
      transaction.commit();
    }
  }

  private static void update(Transaction transaction, int number) {
    byte[] value = transaction.getForUpdate(key(number));
    value[0]++;
    transaction.put(key(number), value);
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }
}
