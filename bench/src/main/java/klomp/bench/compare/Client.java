package klomp.bench.compare;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What one thread does: draws keys, runs transactions until they are through, checks answers. */
final class Client {

  private static final int LONGEST_SCAN = 100;
  private static final long FIRST_PAUSE_NANOS = 20_000;
  private static final int DOUBLINGS = 9;

  private final Session session;
  private final Records records;
  private final AtomicLong nextRecord;
  private final SplittableRandom random;
  private final Zipfian zipfian;
  private final ScanCheck scanCheck = new ScanCheck();

  private long retries;
  private long increments;
  private long inserts;

  /** A transaction, up to its end. */
  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  /**
   * @param nextRecord the number of the next record that anybody inserts
   */
  Client(Session session, Records records, AtomicLong nextRecord, SplittableRandom random) {
    this.session = session;
    this.records = records;
    this.nextRecord = nextRecord;
    this.random = random;
    this.zipfian = new Zipfian(records.count(), random);
  }

  /** How many attempts met another transaction. */
  long retries() {
    return retries;
  }

  /** How many increments were acknowledged. */
  long increments() {
    return increments;
  }

  /** How many inserts were acknowledged. */
  long inserts() {
    return inserts;
  }

  int percent() {
    return random.nextInt(100);
  }

  private byte[] zipfianKey() {
    return Records.key(zipfian.next());
  }

  private byte[] uniformKey() {
    return Records.key(random.nextLong(records.count()));
  }

  private byte[] newValue() {
    return records.value(0, random);
  }

  void read() throws Exception {
    byte[] key = zipfianKey();
    for (int failures = 0; ; ) {
      try {
        check(session.read(key));
        return;
      } catch (RetryException e) {
        failures = failed(failures);
      }
    }
  }

  void update() throws Exception {
    write(zipfianKey(), newValue());
  }

  void insert() throws Exception {
    write(Records.key(nextRecord.getAndIncrement()), newValue());
    inserts++;
  }

  private void write(byte[] key, byte[] value) throws Exception {
    untilThrough(() -> session.write(key, value));
  }

  void scan() throws Exception {
    byte[] from = zipfianKey();
    int limit = 1 + random.nextInt(LONGEST_SCAN);
    untilThrough(
        () -> {
          scanCheck.begin(from);
          session.scan(from, limit, scanCheck);
        });
    scanCheck.end(limit);
  }

  void increment() throws Exception {
    byte[] key = zipfianKey();
    untilThrough(
        () -> {
          session.begin();
          byte[] old = check(session.getForUpdate(key));
          session.put(key, records.value(Records.counter(old) + 1, random));
          session.commit();
        });
    increments++;
  }

  void lockWithSavepoints() throws Exception {
    byte[][] keys = sortedKeys(3);
    untilThrough(
        () -> {
          session.begin();
          check(session.getForUpdate(keys[0]));
          session.savepoint();
          check(session.getForUpdate(keys[1]));
          session.savepoint();
          check(session.getForUpdate(keys[2]));
          session.finish();
        });
  }

  void putFour() throws Exception {
    byte[][] keys = sortedKeys(4);
    untilThrough(
        () -> {
          session.begin();
          for (byte[] key : keys) {
            session.put(key, newValue());
          }
          session.commit();
        });
  }

  /** In order, so that no two transactions wait for each other. */
  private byte[][] sortedKeys(int count) {
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] key = uniformKey();
      int at = i;
      for (; at > 0 && Arrays.compareUnsigned(keys[at - 1], key) > 0; at--) {
        keys[at] = keys[at - 1];
      }
      keys[at] = key;
    }
    return keys;
  }

  private void untilThrough(Work work) throws Exception {
    for (int failures = 0; ; ) {
      try {
        work.run();
        return;
      } catch (RetryException e) {
        failures = failed(failures);
      }
    }
  }

  private int failed(int failures) throws Exception {
    session.abort();
    retries++;
    LockSupport.parkNanos(random.nextLong(FIRST_PAUSE_NANOS << Math.min(failures, DOUBLINGS)));
    return failures + 1;
  }

  private byte[] check(byte[] value) {
    if (value == null || value.length != records.valueBytes()) {
      throw new WrongAnswerException(
          value == null ? "a record is not there" : "a value has " + value.length + " bytes");
    }
    return value;
  }

  /** Whether a scan brings what it should. */
  private final class ScanCheck implements Session.Visitor {
    private byte[] from;
    private byte[] first;
    private byte[] last;
    private int count;

    void begin(byte[] key) {
      from = key;
      count = 0;
    }

    @Override
    public void entry(byte[] key, byte[] value) {
      check(value);
      if (count++ == 0) {
        first = key;
      }
      last = key;
    }

    /** The first key exists, as no record is ever removed. */
    void end(int limit) {
      boolean right =
          count >= 1
              && count <= limit
              && Arrays.equals(first, from)
              && last.length == Records.KEY_BYTES
              && (count == 1 || Arrays.compareUnsigned(first, last) < 0);
      if (!right) {
        throw new WrongAnswerException("a scan of " + limit + " brought " + count + " entries");
      }
    }
  }
}
