package klomp.bench.micro;

import java.util.Arrays;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;

/** The benchmarks, each a method of {@link ClogBenchmarks}. */
public enum MicroBenchmark {
  /** One commit of a fresh xid with two fresh subxids. */
  SET("set", "set"),
  /** One look-up in the newest pages, which all stay resident. */
  LOOKUP_HIT("lookup-hit", "lookupHit"),
  /** One look-up anywhere in a history eight times as large as the pool. */
  LOOKUP_MISS("lookup-miss", "lookupMiss"),
  /** Three look-ups over a history of 256 pages and one commit of three fresh xids. */
  MIXED("mixed", "mixed"),
  /** One look-up, a whole page of xids before the thread's last one. */
  WORST_CASE("worst-case", "worstCase");

  private static final int MIXED_PAGES = 256;
  private static final int HISTORY_OF_POOL = 8;
  private static final int LITTLE_PAGES = 16;

  /** The pool that the history is laid out for where the strategy has none. */
  private static final int USUAL_BUFFERS = 128;

  private final String label;
  private final String method;

  MicroBenchmark(String label, String method) {
    this.label = label;
    this.method = method;
  }

  /**
   * The benchmark of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static MicroBenchmark of(String label) {
    for (MicroBenchmark benchmark : values()) {
      if (benchmark.label.equals(label)) {
        return benchmark;
      }
    }
    throw new InvalidRequestException(
        "unknown benchmark '" + label + "'; the benchmarks are " + labels() + "; or all");
  }

  /** All names, separated by commas. */
  public static String labels() {
    return Arrays.stream(values()).map(MicroBenchmark::label).collect(Collectors.joining(", "));
  }

  /** The name on the command line and in results. */
  public String label() {
    return label;
  }

  /** The method that JMH runs. */
  String method() {
    return method;
  }

  /** How many pages are filled before it begins, for a pool of {@code buffers} or 0 for none. */
  int historyPages(int buffers) {
    return switch (this) {
      case SET, LOOKUP_HIT -> LITTLE_PAGES;
      case MIXED -> MIXED_PAGES;
      case LOOKUP_MISS, WORST_CASE ->
          Math.max(MIXED_PAGES, HISTORY_OF_POOL * (buffers == 0 ? USUAL_BUFFERS : buffers));
    };
  }

  @Override
  public String toString() {
    return label;
  }
}
