package klomp.api;

/** What the caller should do about an error. */
public enum Remedy {
  /** Roll back and run the transaction again. */
  RETRY,
  /** Change the request; the same one fails again. */
  GIVE_UP,
  /** Close the store (or connection), mend the cause, open it again. */
  REOPEN
}
