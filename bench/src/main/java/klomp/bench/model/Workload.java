package klomp.bench.model;

import klomp.api.InvalidRequestException;

/**
 * What each client does over and over: the rest of a transaction, its xids, look-ups, one commit of
 * a tree of three.
 *
 * @param lookups in each transaction, from 0
 * @param historyPages pages that look-ups go back to, from 1
 * @param draw which of them
 * @param rest nanoseconds of all else in a transaction, on the mean
 * @param spread by which part of it that varies either way, each value as likely; below 1
 * @param xidsPerPage as in the log; less in tests, for pages that fill up sooner
 */
record Workload(
    int lookups, int historyPages, Draw draw, double rest, double spread, int xidsPerPage) {

  static final int TREE = 3;
  static final int XIDS_PER_PAGE = 1 << 15;

  /** Without any, clients would fall into step, as no real ones do. */
  static final double SPREAD = 0.2;

  /** Which page of the history a look-up goes to. */
  sealed interface Draw {

    /** Each as likely. */
    record Uniform() implements Draw {}

    /**
     * The nth newest with a chance proportional to {@code 1 / n^exponent}.
     *
     * @param exponent above 0
     */
    record Zipf(double exponent) implements Draw {}

    /** The page before the client's last one: all miss. */
    record WalkBack() implements Draw {}
  }

  Workload {
    if (lookups < 0 || historyPages < 1 || rest < 0 || spread < 0 || spread >= 1) {
      throw new InvalidRequestException(
          "there are 0 or more look-ups and 1 page of history or more");
    }
  }

  Workload(int lookups, int historyPages, Draw draw, double rest) {
    this(lookups, historyPages, draw, rest, SPREAD, XIDS_PER_PAGE);
  }

  Workload withHistory(int pages, Draw newDraw) {
    return new Workload(lookups, pages, newDraw, rest, spread, xidsPerPage);
  }

  Workload withRest(double nanos) {
    return new Workload(lookups, historyPages, draw, nanos, spread, xidsPerPage);
  }
}
