package klomp.api;

/** When a commit is acknowledged. */
public enum Durability {
  /** Once it is on disk. Commits that wait at the same time share one sync. */
  SYNC,
  /**
   * At once. A crash of the machine or the process loses at most the commits of the last {@link
   * StoreOptions#asyncWindow()}, always the newest ones, never one without all that came after it.
   */
  ASYNC
}
