package klomp.api;

/**
 * How a transaction is to run. Immutable.
 *
 * @param isolation what it sees of others; null for the store's default
 * @param readOnly whether writes and locks are refused; such a transaction never has an xid
 * @param durability when its commit is acknowledged; null for the store's default
 */
public record TransactionOptions(Isolation isolation, boolean readOnly, Durability durability) {

  /** Read-write, with the store's isolation and durability. */
  public static final TransactionOptions DEFAULT = new TransactionOptions(null, false, null);

  /** Read-only, with the store's isolation. */
  public static final TransactionOptions READ_ONLY = new TransactionOptions(null, true, null);

  public TransactionOptions withIsolation(Isolation newIsolation) {
    return new TransactionOptions(newIsolation, readOnly, durability);
  }

  public TransactionOptions withReadOnly(boolean newReadOnly) {
    return new TransactionOptions(isolation, newReadOnly, durability);
  }

  public TransactionOptions withDurability(Durability newDurability) {
    return new TransactionOptions(isolation, readOnly, newDurability);
  }
}
