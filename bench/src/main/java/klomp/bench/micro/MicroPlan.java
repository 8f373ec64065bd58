package klomp.bench.micro;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import klomp.api.InvalidRequestException;
import klomp.bench.contention.Variant;

/**
 * What is measured.
 *
 * @param benchmarks which of them
 * @param variants strategies with sizes of the pool
 * @param threads numbers of threads
 * @param pace how long and how often
 * @param counting whether the logs count what happens at every look-up; off to measure what that
 *     costs
 * @param profileGarbage whether to count allocation and collections
 */
public record MicroPlan(
    List<MicroBenchmark> benchmarks,
    List<Variant> variants,
    List<Integer> threads,
    Pace pace,
    boolean counting,
    boolean profileGarbage) {

  static final int MOST_BUFFERS = 4096;
  static final int MOST_THREADS = 256;

  /**
   * How long and how often.
   *
   * @param seconds of one iteration
   * @param warmups iterations before those that count
   * @param iterations that count, of each round
   * @param rounds how often all cells are measured; each cell gets a JVM of its own in each
   * @param forked false to stay in this JVM, where one benchmark's profile spoils the next: for
   *     tests
   */
  public record Pace(double seconds, int warmups, int iterations, int rounds, boolean forked) {
    public Pace {
      if (seconds < 0.001 || warmups < 0 || iterations < 1 || rounds < 1) {
        throw new InvalidRequestException(
            "an iteration takes 0.001 seconds or more, and there is at least one iteration and one"
                + " fork");
      }
    }
  }

  /** One thing that is measured: a benchmark of a variant with a number of threads. */
  record Cell(MicroBenchmark benchmark, Variant variant, int threads) {}

  public MicroPlan {
    benchmarks = List.copyOf(benchmarks);
    variants = List.copyOf(variants);
    threads = List.copyOf(threads);
    for (int count : threads) {
      if (count < 1 || count > MOST_THREADS) {
        throw new InvalidRequestException(
            "threads are between 1 and " + MOST_THREADS + ", not " + count);
      }
    }
    for (Variant variant : variants) {
      if (variant.buffers() > MOST_BUFFERS) {
        throw new InvalidRequestException(
            "buffers are at most " + MOST_BUFFERS + ", not " + variant.buffers());
      }
    }
  }

  /** All cells; those that are compared with each other stand together. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (MicroBenchmark benchmark : benchmarks) {
      for (int count : threads) {
        variants.forEach(variant -> cells.add(new Cell(benchmark, variant, count)));
      }
    }
    return cells;
  }

  /** How many measurements that makes. */
  public long steps() {
    return (long) cells().size() * pace.rounds();
  }

  /** What was set, by name, for the results. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("seconds", Double.toString(pace.seconds()));
    settings.put("warmups", Integer.toString(pace.warmups()));
    settings.put("iterations", Integer.toString(pace.iterations()));
    settings.put("forks", pace.forked() ? Integer.toString(pace.rounds()) : "none");
    settings.put("counting", counting ? "on" : "off");
    settings.put("profile", profileGarbage ? "gc" : "none");
    return settings;
  }
}
