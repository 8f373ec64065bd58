package klomp.bench.compare;

import java.time.Duration;

/**
 * What an engine is opened for; the same for all engines.
 *
 * @param workload what will be done; null for the load
 * @param sync whether a commit returns once it is on disk; if not, it is on disk after the window
 * @param asyncWindow how long an acknowledged commit may be not on disk yet, if not {@code sync}
 * @param cacheBytes memory for data
 * @param threads the most threads that will have a session at a time
 */
public record Conditions(
    Workload workload, boolean sync, Duration asyncWindow, long cacheBytes, int threads) {

  public boolean isLoad() {
    return workload == null;
  }
}
