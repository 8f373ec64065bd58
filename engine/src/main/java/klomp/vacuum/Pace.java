package klomp.vacuum;

/**
 * How long vacuum rests: in proportion to how long it worked, so that it takes a fifth of a
 * processor and of the disk's time; less, the more leaves wait for it, so that it keeps up with
 * those who delete. Used by one thread; {@link #workedNanos} by any.
 */
final class Pace {

  /** Time at rest for a unit of time at work. */
  private static final int REST = 4;

  /** With more leaves waiting, as much rest as work; with twice as many, none. */
  private static final int MANY_PLACES = 256;

  private static final long LEAST_REST_NANOS = 1_000_000;

  private volatile long workedNanos;
  private long owedNanos;
  private long backOffMillis = 1;

  /** Time at work since the start. */
  long workedNanos() {
    return workedNanos;
  }

  /** A step took so long. */
  void worked(long nanos) {
    workedNanos += nanos;
    owedNanos += nanos;
    backOffMillis = 1;
  }

  /** How long to rest now, 0 for not yet. */
  long restMillis(int places) {
    int factor = places < MANY_PLACES ? REST : places < 2 * MANY_PLACES ? 1 : 0;
    if (owedNanos * REST < LEAST_REST_NANOS) {
      return 0;
    }
    long millis = owedNanos * factor / 1_000_000;
    owedNanos = 0;
    return millis;
  }

  /** Work may be there sooner than it seemed. */
  void hurry() {
    backOffMillis = 1;
  }

  /** How long to wait for what is not ripe: twice as long each time, {@code most} at most. */
  long backOffMillis(long most) {
    long millis = backOffMillis;
    backOffMillis = Math.min(most, millis * 2);
    return millis;
  }
}
