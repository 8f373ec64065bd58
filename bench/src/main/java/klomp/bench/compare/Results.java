package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;
import klomp.bench.measure.Sample;
import klomp.bench.report.Origin;

/**
 * The document of a comparison.
 *
 * @param settings everything that was set for all engines, by name
 * @param engines the engines, in the order in which they were named
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Results(
    int schema,
    String kind,
    Origin origin,
    Map<String, String> settings,
    List<EngineInfo> engines,
    List<Row> rows) {

  static final int SCHEMA = 1;
  static final String KIND = "klomp-compare";

  /**
   * An engine as it was set.
   *
   * @param settings by durability, then by name
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record EngineInfo(
      String name,
      String version,
      Map<String, SortedMap<String, String>> settings,
      List<Note> notes) {}

  static Results of(Plan plan, Origin origin, List<Row> rows) {
    return new Results(
        SCHEMA,
        KIND,
        origin,
        plan.described(),
        plan.axes().engines().stream().map(engine -> info(plan, engine)).toList(),
        rows);
  }

  private static EngineInfo info(Plan plan, Engine engine) {
    Map<String, SortedMap<String, String>> settings = new java.util.LinkedHashMap<>();
    for (String durability : plan.axes().durabilities()) {
      settings.put(
          durability,
          engine.settings(
              new Conditions(
                  plan.axes().workloads().get(0),
                  durability.equals("sync"),
                  Duration.ofMillis(plan.asyncWindowMillis()),
                  plan.cacheBytes(),
                  java.util.Collections.max(plan.axes().threads()))));
    }
    return new EngineInfo(engine.name(), engine.version(), settings, engine.notes());
  }

  /** The runs of a cell that came to something; empty if none did. */
  Optional<Sample> sample(Trial trial, int threads, ToDoubleFunction<Counts> figure) {
    double[] values =
        rows.stream()
            .filter(row -> row.trial().equals(trial) && row.threads() == threads)
            .filter(row -> row.counts() != null)
            .mapToDouble(row -> figure.applyAsDouble(row.counts()))
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** Whether anything failed. */
  public boolean hasFailures() {
    return rows.stream().anyMatch(row -> row.failure() != null);
  }
}
