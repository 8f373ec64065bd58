package klomp.clog;

/** Small pages, and steps on them: 64 xids in two words. */
final class Pages {

  static final ClogGeometry SMALL = new ClogGeometry(64, 4);

  private static final long[] NO_SUBS = {};

  private Pages() {}

  static PageChange top(long xid, int status) {
    return new PageChange(SMALL.page(xid), status, xid, NO_SUBS, 0, 0, true);
  }

  static PageChange tree(long xid, long... subs) {
    return new PageChange(
        SMALL.page(xid), XidStatus.COMMITTED, xid, subs, 0, subs.length, true);
  }
}
