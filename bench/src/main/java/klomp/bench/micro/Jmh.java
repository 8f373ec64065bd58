package klomp.bench.micro;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** What all runs of JMH have in common here. To be used before {@code Runner} is touched. */
final class Jmh {

  static {
    // JMH's lock file would stay in the directory for temporary files; read when Runner is loaded.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private Jmh() {}

  /**
   * Options for benchmarks whose iterations all take as long; a failure ends the run.
   *
   * @param include a pattern of full method names
   * @param seconds of each iteration
   * @param forked whether in a JVM of its own
   * @param output where JMH's own words go
   */
  static ChainedOptionsBuilder options(
      String include, double seconds, boolean forked, Path output) {
    TimeValue time = new TimeValue(Math.round(seconds * 1000), TimeUnit.MILLISECONDS);
    return new OptionsBuilder()
        .include(include)
        .forks(forked ? 1 : 0)
        .warmupTime(time)
        .measurementTime(time)
        .shouldFailOnError(true)
        .output(output.toString());
  }
}
