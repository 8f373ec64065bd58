package klomp.bench.compare;

/** An open store. Any number of threads may each have a session. */
public interface OpenEngine extends AutoCloseable {

  /** A session for the thread that asks. */
  Session session() throws Exception;

  /** Brings what was just loaded into the shape that it has in the long run. */
  default void settle() throws Exception {}

  @Override
  void close();
}
