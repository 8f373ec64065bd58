package klomp.bench.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A binding that notes how long each operation takes and how it ends. Used by one thread. */
final class MeasuringDb extends DB {

  private final KlompDb db;
  private final OperationLog log;

  MeasuringDb(KlompDb db, OperationLog log) {
    this.db = db;
    this.log = log;
  }

  @Override
  public void init() throws DBException {
    db.setProperties(getProperties());
    db.init();
  }

  @Override
  public void cleanup() throws DBException {
    db.cleanup();
    log.addRetries(db.retries());
  }

  private Status measured(String operation, Supplier<Status> work) {
    long start = System.nanoTime();
    Status status = work.get();
    log.record(operation, System.nanoTime() - start, status);
    return status;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return measured("READ", () -> db.read(table, key, fields, result));
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int recordCount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return measured("SCAN", () -> db.scan(table, startKey, recordCount, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return measured("UPDATE", () -> db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return measured("INSERT", () -> db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return measured("DELETE", () -> db.delete(table, key));
  }
}
