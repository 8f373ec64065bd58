package klomp.bench.compare;

/**
 * What one thread does with a store. Arrays that are passed in are the store's to keep: they do not
 * change any more. Those that come back are the caller's for reading.
 *
 * <p>{@link #read}, {@link #scan} and {@link #write} are a transaction each, in whichever way costs
 * the store least. The other operations are those of a transaction from {@link #begin} to {@link
 * #commit}, {@link #finish} or {@link #abort}.
 */
public interface Session extends AutoCloseable {

  /** Told of each entry of a scan. */
  @FunctionalInterface
  interface Visitor {
    void entry(byte[] key, byte[] value);
  }

  /** A transaction that reads one key; null if there is none. */
  byte[] read(byte[] key) throws Exception;

  /**
   * A transaction that reads up to {@code limit} entries from {@code from} on, in order, all as of
   * one moment.
   */
  void scan(byte[] from, int limit, Visitor visitor) throws Exception;

  /** A transaction that sets one key without having read it. */
  default void write(byte[] key, byte[] value) throws Exception {
    begin();
    put(key, value);
    commit();
  }

  void begin() throws Exception;

  /**
   * Reads a key such that nobody else changes it before the transaction ends.
   *
   * @throws RetryException here or later if somebody did
   */
  byte[] getForUpdate(byte[] key) throws Exception;

  void put(byte[] key, byte[] value) throws Exception;

  /** Sets a savepoint; does nothing where there is no such thing. */
  void savepoint() throws Exception;

  /** Ends a transaction that wrote. */
  void commit() throws Exception;

  /** Ends a transaction that wrote nothing, in the way that costs least. */
  default void finish() throws Exception {
    abort();
  }

  /** Undoes the transaction if there is one. */
  void abort() throws Exception;

  @Override
  void close();
}
