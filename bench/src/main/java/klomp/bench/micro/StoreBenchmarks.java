package klomp.bench.micro;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import klomp.Klomp;
import klomp.api.Cursor;
import klomp.api.Durability;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.targets.WorkDirectory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Single operations of an embedded store whose data is all in memory. Public and open because JMH
 * generates subclasses of the states and calls from another package; {@link Allocation} runs them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StoreBenchmarks {

  /** Keys made beforehand, so that only the store allocates. */
  private static final int KEYS = 1 << 16;

  private static final int LOADED_A_TRANSACTION = 1000;

  private static byte[] keyOf(long number) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(8, number).array();
  }

  /** The store under test. */
  @State(Scope.Benchmark)
  public static class Loaded {

    @Param("100000")
    public long records;

    @Param("100")
    public int valueBytes;

    private WorkDirectory work;
    Store store;

    @Setup
    public void open() {
      work = WorkDirectory.temporary();
      store =
          Klomp.open(
              work.path().resolve("store"), StoreOptions.DEFAULT.withDurability(Durability.ASYNC));
      for (long number = 0; number < records; ) {
        try (Transaction transaction = store.begin()) {
          for (int i = 0; i < LOADED_A_TRANSACTION && number < records; i++) {
            transaction.put(keyOf(number++), new byte[valueBytes]);
          }
          transaction.commit();
        }
      }
    }

    @TearDown
    public void close() {
      store.close();
      work.close();
    }
  }

  /** One thread with a transaction that is open. */
  @State(Scope.Thread)
  public static class Reader {

    private final byte[][] keys = new byte[KEYS][];
    private int turn;
    Store store;
    Transaction transaction;
    byte[] value;

    @Setup
    public void begin(Loaded loaded) {
      store = loaded.store;
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < KEYS; i++) {
        keys[i] = keyOf(random.nextLong(loaded.records));
      }
      value = new byte[loaded.valueBytes];
      transaction = store.begin(TransactionOptions.READ_ONLY);
    }

    @TearDown
    public void end() {
      transaction.close();
    }

    byte[] key() {
      return keys[turn++ & (KEYS - 1)];
    }
  }

  @Benchmark
  public byte[] get(Reader reader) {
    return reader.transaction.get(reader.key());
  }

  @Benchmark
  public byte[] beginGetEnd(Reader reader) {
    try (Transaction transaction = reader.store.begin(TransactionOptions.READ_ONLY)) {
      return transaction.get(reader.key());
    }
  }

  @Benchmark
  public void scanOf50(Reader reader, Blackhole into) {
    Scan scan = Scan.range(reader.key(), null).withLimit(50);
    try (Cursor cursor = reader.transaction.scan(scan)) {
      while (cursor.next()) {
        into.consume(cursor.value());
      }
    }
  }

  @Benchmark
  public void beginCommit(Reader reader) {
    try (Transaction transaction = reader.store.begin()) {
      transaction.commit();
    }
  }

  @Benchmark
  public void beginPutCommit(Reader reader) {
    try (Transaction transaction = reader.store.begin()) {
      transaction.put(reader.key(), reader.value);
      transaction.commit();
    }
  }

  @Benchmark
  public void beginFourPutsCommit(Reader reader) {
    try (Transaction transaction = reader.store.begin()) {
      for (int i = 0; i < 4; i++) {
        transaction.put(reader.key(), reader.value);
      }
      transaction.commit();
    }
  }
}
