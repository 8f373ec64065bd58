package klomp.api;

/** A point in a transaction to return to; made by {@link Transaction#savepoint}. */
public interface Savepoint {

  /** The name it was given. */
  String name();
}
