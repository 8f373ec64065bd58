package klomp.bench.contention;

import java.util.SplittableRandom;

/** What a client does over and over. Used by all clients at once. */
@FunctionalInterface
interface Operation {

  /**
   * Does it once.
   *
   * @param random the client's own
   * @return how many attempts it took, 1 or more
   */
  int run(SplittableRandom random);
}
