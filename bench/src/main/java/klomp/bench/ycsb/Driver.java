package klomp.bench.ycsb;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import klomp.api.Cursor;
import klomp.api.RetryPolicy;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;
import klomp.bench.measure.Progress;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/**
 * Runs an official YCSB workload on a store with threads of its own: closed loops, each with its
 * binding. The threads take their operations from fixed shares, as the official client does.
 */
public final class Driver {

  private static final int DELETES_A_TRANSACTION = 1000;

  private final Store store;
  private final Properties properties;
  private final Workload workload;
  private final int threads;
  private final PrintWriter progressTo;

  /**
   * A driver.
   *
   * @param properties the workload's, complete
   * @param threads how many
   * @param progressTo where progress is shown
   * @throws WorkloadException if the properties do not fit the workload
   */
  public Driver(Store store, Properties properties, int threads, PrintWriter progressTo)
      throws WorkloadException {
    this.store = store;
    this.properties = properties;
    this.threads = threads;
    this.progressTo = progressTo;
    Measurements.setProperties(properties);
    this.workload = workload(properties.getProperty("workload"));
    try {
      workload.init(properties);
    } catch (NumberFormatException e) {
      throw new WorkloadException("a property is not a number: " + e.getMessage(), e);
    }
  }

  private static Workload workload(String name) throws WorkloadException {
    try {
      return Class.forName(name).asSubclass(Workload.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new WorkloadException("the property workload names no workload: " + name, e);
    }
  }

  /** Inserts {@code records} records, {@code batch} a transaction. */
  public Phase load(long records, int batch) throws InterruptedException {
    Properties loading = new Properties();
    loading.putAll(properties);
    loading.setProperty(KlompDb.OPERATIONS_A_TRANSACTION, Integer.toString(batch));
    return phase("load", records, loading, workload::doInsert);
  }

  /** Runs {@code operations} operations of the workload's mix. */
  public Phase run(long operations) throws InterruptedException {
    return phase("run", operations, properties, workload::doTransaction);
  }

  @FunctionalInterface
  private interface Step {
    boolean run(site.ycsb.DB db, Object threadState);
  }

  private Phase phase(String name, long steps, Properties settings, Step step)
      throws InterruptedException {
    List<OperationLog> logs = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      logs.add(new OperationLog());
    }
    long start = System.nanoTime();
    try (Progress progress = Progress.show(name, steps, progressTo)) {
      Crew.run(
          "ycsb",
          threads,
          (index, crew) -> {
            long share = steps / threads + (index < steps % threads ? 1 : 0);
            work(new Share(index, share, settings, logs.get(index)), step, crew, progress);
          });
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    OperationLog sum = new OperationLog();
    logs.forEach(sum::add);
    return sum.phase(name, seconds);
  }

  private record Share(int index, long steps, Properties settings, OperationLog log) {}

  private void work(Share share, Step step, Crew crew, Progress progress) throws Exception {
    MeasuringDb db = new MeasuringDb(new KlompDb(store), share.log());
    db.setProperties(share.settings());
    db.init();
    try {
      Object state = workload.initThread(share.settings(), share.index(), threads);
      for (long i = 0; i < share.steps() && crew.goesOn(); i++) {
        step.run(db, state);
        progress.step();
      }
    } finally {
      db.cleanup();
    }
  }

  private Scan table() {
    String name = properties.getProperty("table", "usertable");
    return Scan.prefix(KlompDb.key(name, ""));
  }

  /** How many records the store has. */
  public long count() {
    long count = 0;
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY);
        Cursor cursor = transaction.scan(table().withKeysOnly())) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  /** Removes the records of an earlier load, and says how many there were. */
  public long clear() {
    long removed = 0;
    while (true) {
      int some = store.transact(TransactionOptions.DEFAULT, RetryPolicy.DEFAULT, this::removeSome);
      removed += some;
      if (some < DELETES_A_TRANSACTION) {
        return removed;
      }
    }
  }

  private int removeSome(Transaction transaction) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor =
        transaction.scan(table().withKeysOnly().withLimit(DELETES_A_TRANSACTION))) {
      while (cursor.next()) {
        keys.add(cursor.key());
      }
    }
    keys.forEach(transaction::delete);
    return keys.size();
  }
}
