package klomp.bench.compare;

import java.util.SplittableRandom;

/**
 * Draws records as YCSB's scrambled zipfian does: a rank out of 10^10 with exponent 0.99, by the
 * method of Gray et al. (Quickly Generating Billion-Record Synthetic Databases), and the rank's
 * hash modulo the number of records. Has no state but the random numbers of the thread that uses
 * it.
 */
final class Zipfian {

  private static final double EXPONENT = 0.99;
  private static final double RANKS = 1e10;

  /** The sum of 1 / i^0.99 for i from 1 to 10^10, as YCSB has it. */
  private static final double ZETA = 26.46902820178302;

  private static final double SECOND = 1 + Math.pow(0.5, EXPONENT);
  private static final double ALPHA = 1 / (1 - EXPONENT);
  private static final double ETA = (1 - Math.pow(2 / RANKS, 1 - EXPONENT)) / (1 - SECOND / ZETA);

  private final long records;
  private final SplittableRandom random;

  Zipfian(long records, SplittableRandom random) {
    this.records = records;
    this.random = random;
  }

  long next() {
    return Math.floorMod(scramble(rank()), records);
  }

  private long rank() {
    double u = random.nextDouble();
    double share = u * ZETA;
    if (share < 1) {
      return 0;
    }
    if (share < SECOND) {
      return 1;
    }
    return (long) (RANKS * Math.pow(ETA * u - ETA + 1, ALPHA));
  }

  /** The finalizer of MurmurHash3. */
  private static long scramble(long rank) {
    long hash = rank + 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return hash ^ (hash >>> 33);
  }
}
