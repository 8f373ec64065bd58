package klomp.bench.bulk;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;
import klomp.api.RetryPolicy;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Progress;
import klomp.bench.measure.Sample;

/** One put or one get of a random record, each a transaction of its own, as fast as they go. */
public final class Point {

  private static final int LOADED_A_TRANSACTION = 1000;

  /** What a transaction does. */
  public enum Mode {
    PUT,
    GET;

    /**
     * The mode of that name.
     *
     * @throws InvalidRequestException if there is none; the message names all
     */
    public static Mode of(String label) {
      for (Mode mode : values()) {
        if (mode.toString().equals(label)) {
          return mode;
        }
      }
      throw new InvalidRequestException(
          "unknown mode '"
              + label
              + "'; the modes are "
              + Arrays.stream(values()).map(Mode::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Store store;
  private final Records records;
  private final int valueBytes;
  private final int threads;

  public Point(Store store, long records, int valueBytes, int threads) {
    this.store = store;
    this.records = new Records(store, records, valueBytes);
    this.valueBytes = valueBytes;
    this.threads = threads;
  }

  /** Writes all records, so that gets find them and puts replace them. */
  public void load(PrintWriter progressTo) throws InterruptedException {
    try (Progress progress = Progress.show("load", records.count(), progressTo)) {
      records.write(0, LOADED_A_TRANSACTION, threads, progress);
    }
  }

  /**
   * Runs for {@code seconds} seconds.
   *
   * @param eachSecond is told the operations of each second
   * @return operations a second
   */
  public Sample run(Mode mode, int seconds, LongConsumer eachSecond) throws InterruptedException {
    LongAdder done = new LongAdder();
    List<Double> rates = new ArrayList<>();
    try (Crew crew = Crew.start("point", threads, (index, own) -> work(mode, index, own, done))) {
      long count = 0;
      long time = System.nanoTime();
      for (int second = 0; second < seconds && crew.goesOn(); second++) {
        crew.await(Duration.ofSeconds(1));
        long newCount = done.sum();
        long newTime = System.nanoTime();
        double rate = (newCount - count) / ((newTime - time) / 1e9);
        rates.add(rate);
        eachSecond.accept(Math.round(rate));
        count = newCount;
        time = newTime;
      }
      crew.stop();
      crew.await();
    }
    return Sample.of(rates);
  }

  private void work(Mode mode, int index, Crew crew, LongAdder done) {
    SplittableRandom random = new SplittableRandom(index);
    byte[] value = Records.value(index, 1, valueBytes);
    while (crew.goesOn()) {
      byte[] key = Records.key(random.nextLong(records.count()));
      if (mode == Mode.GET) {
        get(key);
      } else {
        store.transact(
            TransactionOptions.DEFAULT,
            RetryPolicy.DEFAULT,
            transaction -> {
              transaction.put(key, value);
              return null;
            });
      }
      done.increment();
    }
  }

  private void get(byte[] key) {
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY)) {
      byte[] value = transaction.get(key);
      if (value == null || value.length != valueBytes) {
        throw new Records.WrongContentException("a record is not there, or not whole");
      }
    }
  }
}
