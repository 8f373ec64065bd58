package klomp.api;

/** What a transaction sees of others. Weaker first. */
public enum Isolation {
  /** Each operation sees what was committed when it began. */
  READ_COMMITTED,
  /**
   * Every read sees one point in time, the begin of the transaction; a write to a key that another
   * transaction changed after that point fails with {@link ConflictException}.
   */
  SNAPSHOT,
  /** As if transactions ran one after the other. */
  SERIALIZABLE
}
