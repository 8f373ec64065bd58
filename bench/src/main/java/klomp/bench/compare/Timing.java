package klomp.bench.compare;

import klomp.api.InvalidRequestException;

/**
 * How long things take, in seconds.
 *
 * @param first warm-up of a fresh process, with the most threads
 * @param warmup before each number of threads
 * @param measured of each number of threads
 */
public record Timing(double first, double warmup, double measured) {
  public Timing {
    if (!(first >= 0 && warmup >= 0 && measured > 0)) {
      throw new InvalidRequestException("the measured seconds are above 0, the others 0 or more");
    }
  }
}
