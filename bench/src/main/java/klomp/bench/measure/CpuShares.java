package klomp.bench.measure;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Locale;

/**
 * Where the time of all processors went while something was measured, in percent of it.
 *
 * @param ownPercent on the bench and the processes that it started
 * @param otherPercent on other processes
 * @param stealPercent on other machines, taken by the hypervisor
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CpuShares(double ownPercent, double otherPercent, double stealPercent) {

  /** Above this, in percent, others have changed the figure. */
  public static final double LIMIT_PERCENT = 5;

  /** Those of a difference of two readings. */
  public static CpuShares of(ProcessorTimes spent) {
    return new CpuShares(spent.ownPercent(), spent.otherPercent(), spent.stealPercent());
  }

  /** Whether others took so much that the figure should be measured again. */
  public boolean disturbed() {
    return otherPercent > LIMIT_PERCENT || stealPercent > LIMIT_PERCENT;
  }

  /**
   * Whether to measure again what was disturbed of a round: not if more than a quarter of it was,
   * for then the machine is simply not free.
   */
  public static boolean worthRepeating(int disturbed, int all) {
    return disturbed > 0 && disturbed <= Math.max(1, all / 4);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.0f %% of the processors on other processes, %.0f %% on other machines",
        otherPercent,
        stealPercent);
  }
}
