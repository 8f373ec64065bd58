package klomp.bench.ycsb;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import klomp.api.Cursor;
import klomp.api.KlompException;
import klomp.api.Scan;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB binding: {@code -db klomp.bench.ycsb.KlompDb} for the official client. A record is one
 * entry: key {@code table:key}, value all of its fields. Each YCSB thread has an instance of its
 * own; all of them share one store.
 *
 * <p>Properties: {@code klomp.target} ({@code embedded}, the default, or {@code HOST:PORT}), {@code
 * klomp.data} (the directory of an embedded store), {@code klomp.opspertransaction} (1), {@code
 * klomp.durability}, {@code klomp.clogstrategy}, {@code klomp.clogbuffers}, {@code
 * klomp.cachebytes} (the store's defaults).
 */
public final class KlompDb extends DB {

  static final String OPERATIONS_A_TRANSACTION = "klomp.opspertransaction";

  private final Store given;
  private SharedStore shared;
  private Batch batch;
  private int fieldCount;

  /** For the official client, which sets the properties and calls {@link #init()}. */
  public KlompDb() {
    this(null);
  }

  /** On a store that the caller opens and closes; {@link #init()} is to be called all the same. */
  KlompDb(Store store) {
    this.given = store;
  }

  @Override
  public void init() throws DBException {
    Properties properties = getProperties();
    try {
      int size = Integer.parseInt(properties.getProperty(OPERATIONS_A_TRANSACTION, "1"));
      fieldCount = Integer.parseInt(properties.getProperty("fieldcount", "10"));
      if (size < 1) {
        throw new DBException(OPERATIONS_A_TRANSACTION + " is 1 or more, not " + size);
      }
      TransactionOptions options =
          TransactionOptions.DEFAULT.withDurability(SharedStore.durability(properties));
      batch = new Batch(given != null ? given : acquire(properties), options, size);
    } catch (KlompException | NumberFormatException e) {
      throw new DBException(e);
    }
  }

  private Store acquire(Properties properties) {
    shared = SharedStore.acquire(properties);
    return shared.store();
  }

  /** Commits what is open, and closes the store if this was the last one that used it. */
  @Override
  public void cleanup() throws DBException {
    try {
      batch.finish();
    } catch (KlompException e) {
      throw new DBException(e);
    } finally {
      if (shared != null) {
        shared.release();
      }
    }
  }

  /** How often a transaction met another one and was run again. */
  long retries() {
    return batch.retries();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return settled(
        () ->
            batch.read(
                transaction -> {
                  byte[] value = transaction.get(key(table, key));
                  if (value == null) {
                    return Status.NOT_FOUND;
                  }
                  pick(value, fields, result);
                  return Status.OK;
                }));
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int recordCount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    byte[] from = key(table, startKey);
    byte[] to = Scan.prefix(key(table, "")).to();
    return settled(
        () ->
            batch.read(
                transaction -> {
                  result.clear();
                  Scan scan = Scan.range(from, to).withLimit(recordCount);
                  try (Cursor cursor = transaction.scan(scan)) {
                    while (cursor.next()) {
                      HashMap<String, ByteIterator> row = new HashMap<>();
                      pick(cursor.value(), fields, row);
                      result.add(row);
                    }
                  }
                  return Status.OK;
                }));
  }

  /** Reads and locks the record first, unless all of its fields are written. */
  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> changed = arrays(values);
    byte[] place = key(table, key);
    return settled(
        () ->
            batch.write(
                transaction ->
                    changed.size() >= fieldCount
                        ? put(transaction, place, changed)
                        : change(transaction, place, changed)));
  }

  private static Status change(Transaction transaction, byte[] place, Map<String, byte[]> changed) {
    byte[] old = transaction.getForUpdate(place);
    if (old == null) {
      return Status.NOT_FOUND;
    }
    Map<String, byte[]> fields = FieldCodec.decode(old);
    fields.putAll(changed);
    return put(transaction, place, fields);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = arrays(values);
    return settled(() -> batch.write(transaction -> put(transaction, key(table, key), fields)));
  }

  private static Status put(Transaction transaction, byte[] place, Map<String, byte[]> fields) {
    transaction.put(place, FieldCodec.encode(fields));
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    return settled(
        () ->
            batch.write(
                transaction -> transaction.delete(key(table, key)) ? Status.OK : Status.NOT_FOUND));
  }

  /** YCSB knows no exceptions: an error becomes a status that names it. */
  private static Status settled(java.util.function.Supplier<Status> operation) {
    try {
      return operation.get();
    } catch (KlompException e) {
      return new Status(e.code(), String.valueOf(e.getMessage()));
    }
  }

  static byte[] key(String table, String key) {
    return (table + ":" + key).getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, byte[]> arrays(Map<String, ByteIterator> values) {
    Map<String, byte[]> arrays = new LinkedHashMap<>(values.size() * 2);
    values.forEach((name, value) -> arrays.put(name, value.toArray()));
    return arrays;
  }

  private static void pick(byte[] value, Set<String> fields, Map<String, ByteIterator> result) {
    FieldCodec.decode(value)
        .forEach(
            (name, bytes) -> {
              if (fields == null || fields.contains(name)) {
                result.put(name, new ByteArrayByteIterator(bytes));
              }
            });
  }
}
