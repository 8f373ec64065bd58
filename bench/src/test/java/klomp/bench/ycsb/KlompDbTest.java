package klomp.bench.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.bench.MemoryStore;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

final class KlompDbTest {

  private final Store store = new MemoryStore();

  private KlompDb db(int operationsATransaction) throws DBException {
    Properties properties = new Properties();
    properties.setProperty("fieldcount", "3");
    properties.setProperty(
        KlompDb.OPERATIONS_A_TRANSACTION, Integer.toString(operationsATransaction));
    KlompDb db = new KlompDb(store);
    db.setProperties(properties);
    db.init();
    return db;
  }

  private static Map<String, ByteIterator> fields(String... namesAndValues) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], new StringByteIterator(namesAndValues[i + 1]));
    }
    return fields;
  }

  private static Map<String, String> read(KlompDb db, String key, Set<String> names) {
    Map<String, ByteIterator> result = new HashMap<>();
    assertEquals(Status.OK, db.read("t", key, names, result));
    Map<String, String> texts = new HashMap<>();
    result.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  @Test
  void anInsertedRecordIsReadWhollyOrInPart() throws DBException {
    KlompDb db = db(1);
    assertEquals(Status.OK, db.insert("t", "k", fields("a", "1", "b", "2", "c", "3")));
    assertEquals(Map.of("a", "1", "b", "2", "c", "3"), read(db, "k", null));
    assertEquals(Map.of("b", "2"), read(db, "k", Set.of("b")));
  }

  @Test
  void anUpdateOfSomeFieldsKeepsTheOthers() throws DBException {
    KlompDb db = db(1);
    db.insert("t", "k", fields("a", "1", "b", "2", "c", "3"));
    assertEquals(Status.OK, db.update("t", "k", fields("b", "x")));
    assertEquals(Map.of("a", "1", "b", "x", "c", "3"), read(db, "k", null));
    assertEquals(Status.OK, db.update("t", "k", fields("a", "7", "b", "8", "c", "9")));
    assertEquals(Map.of("a", "7", "b", "8", "c", "9"), read(db, "k", null));
  }

  @Test
  void whatIsNotThereIsNotFound() throws DBException {
    KlompDb db = db(1);
    assertEquals(Status.NOT_FOUND, db.read("t", "k", null, new HashMap<>()));
    assertEquals(Status.NOT_FOUND, db.update("t", "k", fields("a", "1")));
    assertEquals(Status.NOT_FOUND, db.delete("t", "k"));
  }

  @Test
  void aScanGoesByKeyWithinItsTable() throws DBException {
    KlompDb db = db(1);
    for (String key : new String[] {"d", "b", "a", "c"}) {
      db.insert("t", key, fields("a", key));
    }
    db.insert("u", "c", fields("a", "other"));
    Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
    assertEquals(Status.OK, db.scan("t", "b", 2, null, rows));
    assertEquals(2, rows.size());
    assertEquals("b", rows.get(0).get("a").toString());
    assertEquals("c", rows.get(1).get("a").toString());
    rows.clear();
    db.scan("t", "a", 100, null, rows);
    assertEquals(4, rows.size());
  }

  @Test
  void operationsOfABatchBecomeVisibleTogether() throws DBException {
    KlompDb db = db(3);
    KlompDb other = db(1);
    db.insert("t", "1", fields("a", "1"));
    db.insert("t", "2", fields("a", "2"));
    assertEquals(Status.NOT_FOUND, other.read("t", "1", null, new HashMap<>()));
    db.insert("t", "3", fields("a", "3"));
    assertEquals(Map.of("a", "1"), read(other, "1", null));
    db.insert("t", "4", fields("a", "4"));
    db.cleanup();
    assertEquals(Map.of("a", "4"), read(other, "4", null));
  }

  @Test
  void aBatchThatMeetsAnotherIsRunAgainWhole() throws DBException {
    KlompDb first = db(3);
    KlompDb second = db(1);
    second.insert("t", "k", fields("a", "0", "b", "0", "c", "0"));
    first.insert("t", "new", fields("a", "1"));
    first.update("t", "k", fields("a", "first"));
    second.update("t", "k", fields("b", "second"));
    assertEquals(Status.OK, first.update("t", "k", fields("c", "third")));
    assertTrue(first.retries() > 0);
    assertEquals(Map.of("a", "first", "b", "second", "c", "third"), read(second, "k", null));
    assertEquals(Map.of("a", "1"), read(second, "new", null));
  }

  @Test
  void keysOfTablesDoNotMix() throws DBException {
    db(1).insert("t", "k", fields("a", "1"));
    try (Transaction transaction = store.begin()) {
      assertNull(transaction.get("k".getBytes()));
      assertTrue(transaction.get("t:k".getBytes()) != null);
    }
  }

  @Test
  void anEmbeddedStoreWithoutDirectoryIsRefused() {
    KlompDb db = new KlompDb();
    db.setProperties(new Properties());
    DBException refused = assertThrows(DBException.class, db::init);
    assertTrue(refused.getMessage().contains("klomp.data"), refused.getMessage());
  }
}
