package klomp.wal;

/**
 * What a reading of the log found.
 *
 * @param lsn the end of the last whole record
 * @param life the newest life, 0 if there is no log yet
 * @param boundary the first segment boundary at or after {@code lsn}
 */
public record WalEnd(long lsn, int life, long boundary) {

  /** Where the next life begins. */
  public WalStart next() {
    return life == 0 ? WalStart.FIRST : new WalStart(boundary, life + 1, lsn);
  }
}
