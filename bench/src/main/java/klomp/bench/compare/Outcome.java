package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;

/**
 * What a process has to say.
 *
 * @param measured one for each number of threads, in the order in which they were measured
 * @param failure why there is nothing more; null if all went well
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Outcome(List<Measured> measured, String failure) {

  /** What came out with that many threads. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Measured(int threads, Counts counts) {}

  static Outcome failed(String failure) {
    return new Outcome(List.of(), failure);
  }
}
