package klomp.wal;

/**
 * Where a new life of the log begins. Comes from {@link WalEnd#next()}.
 *
 * @param lsn the first byte of the new life, the start of a segment
 * @param life its number, higher than that of any life before
 * @param previousEnd where the life before ended, at or below {@code lsn}
 */
public record WalStart(long lsn, int life, long previousEnd) {

  /** The start of a log that does not exist yet. */
  public static final WalStart FIRST = new WalStart(WalLayout.ORIGIN, 1, WalLayout.ORIGIN);

  public WalStart {
    if (lsn < WalLayout.ORIGIN || lsn % WalLayout.CELL != 0 || life < 1 || previousEnd > lsn) {
      throw new IllegalArgumentException(
          "a log cannot begin at " + lsn + " with life " + life + " after " + previousEnd);
    }
  }
}
