package klomp.bench.model;

/** How simulated threads share the pages. The counterpart of the engine's strategies. */
interface SimStrategy {

  /** Looks a page up, then goes on. */
  void lookUp(SimThread thread, long page, Runnable then);

  /** Commits a tree of three on the newest page, then goes on. */
  void set(SimThread thread, long page, Runnable then);

  /** Has the page resident before time begins, as after a long run. */
  void warm(long page);
}
