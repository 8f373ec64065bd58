package klomp.bench.contention;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;
import klomp.api.Transaction;

/** What one transaction of the contention bench does. */
public enum Script {
  /**
   * Three subtransactions, each of which adds one to a key: of all; of the hot ones; of all. This
   * is the savepoint script of the mailing list, with an update in place of the bare lock.
   */
  SAVEPOINT_UPDATE("savepoint-update", 3) {
    @Override
    void run(Transaction transaction, Draw draw) {
      increment(transaction, draw.first());
      transaction.savepoint("s1");
      increment(transaction, draw.hot());
      transaction.savepoint("s2");
      increment(transaction, draw.last());
    }
  },
  /** The same with locks only. */
  SAVEPOINT_LOCK("savepoint-lock", 0) {
    @Override
    void run(Transaction transaction, Draw draw) {
      transaction.getForUpdate(key(draw.first()));
      transaction.savepoint("s1");
      transaction.getForUpdate(key(draw.hot()));
      transaction.savepoint("s2");
      transaction.getForUpdate(key(draw.last()));
    }
  },
  /** One blind write. */
  COMMIT_ONLY("commit-only", 0) {
    @Override
    void run(Transaction transaction, Draw draw) {
      transaction.put(key(draw.first()), value(draw.last()));
    }
  };

  /** Bytes of a value: a counter of 8 and a filling. */
  static final int VALUE_BYTES = 100;

  private final String label;
  private final int increments;

  Script(String label, int increments) {
    this.label = label;
    this.increments = increments;
  }

  abstract void run(Transaction transaction, Draw draw);

  /** The name on the command line and in results. */
  public String label() {
    return label;
  }

  /**
   * By how much each commit raises the sum of all counters, or 0 if the script does not count: with
   * it a run proves that no update was lost.
   */
  int increments() {
    return increments;
  }

  /**
   * The script of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static Script of(String label) {
    for (Script script : values()) {
      if (script.label.equals(label)) {
        return script;
      }
    }
    throw new InvalidRequestException(
        "unknown script '"
            + label
            + "'; the scripts are "
            + Arrays.stream(values()).map(Script::label).collect(Collectors.joining(", ")));
  }

  @Override
  public String toString() {
    return label;
  }

  /** The keys of one transaction; drawn before it, so that a retry meets the same ones. */
  record Draw(int first, int hot, int last) {
    static Draw of(SplittableRandom random, int keys) {
      return new Draw(
          random.nextInt(keys), random.nextInt(Math.max(1, keys / 1000)), random.nextInt(keys));
    }
  }

  static byte[] key(int number) {
    return ByteBuffer.allocate(8).put(new byte[] {'k', 'e', 'y', '/'}).putInt(number).array();
  }

  static byte[] value(long counter) {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) '.');
    ByteBuffer.wrap(value).putLong(counter);
    return value;
  }

  static long counter(byte[] value) {
    return ByteBuffer.wrap(value).getLong();
  }

  private static void increment(Transaction transaction, int number) {
    byte[] key = key(number);
    transaction.put(key, value(counter(transaction.getForUpdate(key)) + 1));
  }
}
