package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * What one process has to do.
 *
 * @param trial what to measure; its workload is null if the directory is to be loaded
 * @param directory where the store is
 * @param population records and memory
 * @param timing how long
 * @param threads how many, one number after the other
 * @param seed decides which keys are drawn
 */
record Job(
    Trial trial,
    String directory,
    Population population,
    Timing timing,
    List<Integer> threads,
    long seed) {

  /**
   * What is in the store, and how it may be kept.
   *
   * @param records how many
   * @param cacheBytes memory for data
   * @param asyncWindowMillis how long an acknowledged commit may be not on disk yet
   */
  record Population(long records, long cacheBytes, long asyncWindowMillis) {}

  Conditions conditions() {
    return new Conditions(
        trial.workload(),
        trial.isSync(),
        Duration.ofMillis(population.asyncWindowMillis()),
        population.cacheBytes(),
        Collections.max(threads));
  }

  @JsonIgnore
  boolean isLoad() {
    return trial.workload() == null;
  }

  Records records() {
    return new Records(population.records(), trial.valueBytes());
  }
}
