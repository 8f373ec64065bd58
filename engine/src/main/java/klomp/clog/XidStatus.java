package klomp.clog;

/**
 * The four values of two bits. All-zero bits are the safe state: in progress. Legal changes: from 0
 * to 1, 2, 3; from 3 to 1, 2; from any to itself. Asking for 3 where 1 is set leaves 1 (a replayed
 * commit).
 */
public final class XidStatus {

  public static final int IN_PROGRESS = 0;
  public static final int COMMITTED = 1;
  public static final int ABORTED = 2;

  /** A released subtransaction whose tree is being committed: its fate is that of its parent. */
  public static final int SUB_COMMITTED = 3;

  private XidStatus() {}

  /** For messages. */
  public static String name(int status) {
    return switch (status) {
      case IN_PROGRESS -> "in progress";
      case COMMITTED -> "committed";
      case ABORTED -> "aborted";
      case SUB_COMMITTED -> "sub-committed";
      default -> throw new IllegalArgumentException("no status: " + status);
    };
  }
}
