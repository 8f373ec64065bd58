package klomp.bench.bulk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import klomp.api.Cursor;
import klomp.api.RetryPolicy;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Progress;

/**
 * Numbered records whose content follows from their number and a generation: what is read can be
 * checked byte for byte, and does not compress. Keys are 16 bytes: {@code record/}, a zero and the
 * number.
 */
final class Records {

  private static final byte[] PREFIX = "record/\0".getBytes(StandardCharsets.US_ASCII);

  private final Store store;
  private final long count;
  private final int valueBytes;

  Records(Store store, long count, int valueBytes) {
    this.store = store;
    this.count = count;
    this.valueBytes = valueBytes;
  }

  /** The same records in another store. */
  Records in(Store other) {
    return new Records(other, count, valueBytes);
  }

  long count() {
    return count;
  }

  /** Bytes of all keys and values. */
  long liveBytes() {
    return count * (PREFIX.length + Long.BYTES + valueBytes);
  }

  static byte[] key(long number) {
    return ByteBuffer.allocate(PREFIX.length + Long.BYTES).put(PREFIX).putLong(number).array();
  }

  static byte[] value(long number, int generation, int bytes) {
    byte[] value = new byte[bytes];
    new SplittableRandom(number * 0x9E3779B97F4A7C15L + generation).nextBytes(value);
    return value;
  }

  /** Writes every record, {@code batch} a transaction, on {@code threads} threads. */
  void write(int generation, int batch, int threads, Progress progress)
      throws InterruptedException {
    Crew.run(
        "writer",
        threads,
        (index, crew) -> {
          long end = count * (index + 1) / threads;
          for (long from = count * index / threads; from < end && crew.goesOn(); from += batch) {
            long first = from;
            long last = Math.min(end, from + batch);
            store.transact(
                TransactionOptions.DEFAULT,
                RetryPolicy.DEFAULT,
                transaction -> {
                  for (long number = first; number < last; number++) {
                    transaction.put(key(number), value(number, generation, valueBytes));
                  }
                  return null;
                });
            progress.step(last - first);
          }
        });
  }

  /**
   * Reads every record and compares it with what was written.
   *
   * @throws WrongContentException at the first one that is missing, wrong or too many
   */
  void verify(int generation, int threads, Progress progress) throws InterruptedException {
    Crew.run(
        "reader",
        threads,
        (index, crew) -> {
          long from = count * index / threads;
          long to = count * (index + 1) / threads;
          Scan scan = Scan.range(key(from), index == threads - 1 ? key(-1) : key(to));
          try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY);
              Cursor cursor = transaction.scan(scan)) {
            long number = from;
            while (crew.goesOn() && cursor.next()) {
              check(cursor, number, generation);
              number++;
              progress.step();
            }
            if (crew.goesOn() && number != to) {
              throw new WrongContentException("record " + number + " is not there");
            }
          }
        });
  }

  private void check(Cursor cursor, long number, int generation) {
    if (!Arrays.equals(cursor.key(), key(number))) {
      throw new WrongContentException(
          number < count ? "record " + number + " is not there" : "there is a record too many");
    }
    if (!Arrays.equals(cursor.value(), value(number, generation, valueBytes))) {
      throw new WrongContentException(
          "record " + number + " has not the content of generation " + generation);
    }
  }

  /** The store does not hold what was written to it. */
  static final class WrongContentException extends RuntimeException {
    WrongContentException(String message) {
      super(message);
    }
  }
}
