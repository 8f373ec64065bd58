package klomp.bench.micro;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/**
 * What each operation of an embedded store allocates on the heap, by JMH's profiler of the garbage
 * collector: bytes an operation, on one thread.
 */
public final class Allocation {

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /**
   * One operation.
   *
   * @param operation the method of {@link StoreBenchmarks}
   * @param bytes allocated by one
   * @param nanos that one takes, with what the profiler adds
   */
  public record Row(String operation, double bytes, double nanos) {}

  private final long records;
  private final int valueBytes;
  private final Path output;

  /**
   * @param output where JMH's own words go
   */
  public Allocation(long records, int valueBytes, Path output) {
    this.records = records;
    this.valueBytes = valueBytes;
    this.output = output;
  }

  /**
   * Measures.
   *
   * @param seconds of each of the two iterations that warm up and the two that count
   * @param forked each operation in a JVM of its own
   * @throws MicroException if a benchmark failed
   */
  public List<Row> run(double seconds, boolean forked) {
    Options options =
        Jmh.options(StoreBenchmarks.class.getName() + "\\.", seconds, forked, output)
            .param("records", Long.toString(records))
            .param("valueBytes", Integer.toString(valueBytes))
            .threads(1)
            .warmupIterations(2)
            .measurementIterations(2)
            .addProfiler(GCProfiler.class)
            .build();
    Collection<RunResult> results;
    try {
      results = new Runner(options).run();
    } catch (RunnerException e) {
      throw new MicroException("the operations of a store", output, e);
    }
    List<Row> rows = new ArrayList<>();
    for (RunResult result : results) {
      rows.add(
          new Row(
              result.getPrimaryResult().getLabel(),
              result.getSecondaryResults().get(ALLOCATED).getScore(),
              result.getPrimaryResult().getScore()));
    }
    rows.sort(Comparator.comparingDouble(Row::bytes));
    return rows;
  }
}
