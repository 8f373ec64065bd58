package klomp.bench.ycsb;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import klomp.bench.report.Origin;

/**
 * What a YCSB run came to.
 *
 * @param schema the version of this document: 1
 * @param kind {@code klomp-ycsb}
 * @param origin commit, JDK, machine, time
 * @param settings everything that was set, by name
 * @param phases what was done, in order
 * @param count the records before and after
 */
public record YcsbResult(
    int schema,
    String kind,
    Origin origin,
    Map<String, String> settings,
    List<Phase> phases,
    Count count) {

  /**
   * Records of the table.
   *
   * @param before of the first phase
   * @param after the last phase, by a scan
   */
  public record Count(long before, long after) {}

  public static YcsbResult of(
      Origin origin, Map<String, String> settings, List<Phase> phases, Count count) {
    return new YcsbResult(1, "klomp-ycsb", origin, settings, List.copyOf(phases), count);
  }

  /** How many records there must be: those before, and one for each insert that succeeded. */
  @JsonProperty("expectedRecords")
  public long expectedRecords() {
    return count.before() + phases.stream().mapToLong(Phase::inserted).sum();
  }

  @JsonProperty("failed")
  public long failed() {
    return phases.stream().mapToLong(Phase::failed).sum();
  }

  /**
   * Whether nothing failed, the count is right, and no record was missing. With several operations
   * a transaction a record may be asked for whose insert another thread has not committed yet.
   */
  @JsonProperty("right")
  public boolean isRight() {
    return failed() == 0
        && count.after() == expectedRecords()
        && (mayMiss() || phases.stream().allMatch(phase -> phase.notFound() == 0));
  }

  private boolean mayMiss() {
    return !settings.getOrDefault(KlompDb.OPERATIONS_A_TRANSACTION, "1").equals("1");
  }

  /** One line on failures and the count. */
  public String verdict() {
    String counted =
        count.after() == expectedRecords()
            ? "as there must be"
            : String.format(Locale.ROOT, "but there must be %,d", expectedRecords());
    return String.format(
        Locale.ROOT, "%,d operations failed; %,d records, %s", failed(), count.after(), counted);
  }
}
