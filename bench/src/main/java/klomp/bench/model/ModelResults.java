package klomp.bench.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import klomp.bench.contention.Variant;
import klomp.bench.measure.Sample;
import klomp.bench.report.Origin;

/**
 * All that the model says, and what it says it from.
 *
 * @param schema the version of this document: 1
 * @param kind {@code klomp-model}
 * @param modelled always true: the cells were not measured
 * @param origin where and with what the service times were measured
 * @param settings everything that was set, by name
 * @param services what the model was fed with
 * @param alone what each strategy's calls take on one thread
 * @param validation predictions for this machine against measurements on it
 * @param cells transactions a second, modelled
 * @param posted what others posted, against the model
 * @param sensitivity what changes with each assumption
 */
public record ModelResults(
    int schema,
    String kind,
    boolean modelled,
    Origin origin,
    Map<String, String> settings,
    List<Parameter> services,
    List<AloneRow> alone,
    List<Check> validation,
    List<Cell> cells,
    List<PostedRow> posted,
    List<Shift> sensitivity) {

  /** A service time or another number, and whether it was measured here or is assumed. */
  public record Parameter(String name, double value, String unit, boolean measured) {}

  /** Nanoseconds of a resident look-up and of a commit of three, on one thread. */
  public record AloneRow(String strategy, double hitNanos, double setNanos) {}

  /** A prediction for this machine, and what was measured on it. Transactions a second. */
  public record Check(
      Variant variant,
      int cores,
      int threads,
      double measured,
      double modelledPerSecond,
      double errorPercent) {}

  /** A modelled figure. */
  public record Cell(
      boolean modelled,
      Variant variant,
      int cores,
      int clients,
      double perSecond,
      double missesForLookup,
      double meanGroup,
      double meanBatch,
      double switchesForTransaction) {}

  /**
   * Something that others posted.
   *
   * @param reproduced whether the model shows the same shape
   * @param why if not, why; else what else there is to say, perhaps nothing
   */
  public record PostedRow(
      String claim, String posted, String modelled, boolean reproduced, String why) {}

  /** What changes if an assumption is halved or doubled. */
  public record Shift(
      String assumption, double value, double changed, double largestPercent, String best) {}

  public ModelResults {
    services = List.copyOf(services);
    alone = List.copyOf(alone);
    validation = List.copyOf(validation);
    cells = List.copyOf(cells);
    posted = List.copyOf(posted);
    sensitivity = List.copyOf(sensitivity);
  }

  @JsonIgnore
  List<Variant> variants() {
    return cells.stream().map(Cell::variant).distinct().toList();
  }

  @JsonIgnore
  List<Integer> cores() {
    return cells.stream().map(Cell::cores).distinct().sorted().toList();
  }

  @JsonIgnore
  List<Integer> clients() {
    return cells.stream().map(Cell::clients).distinct().sorted().toList();
  }

  Optional<Cell> cell(Variant variant, int cores, int clients) {
    return cells.stream()
        .filter(
            cell ->
                cell.variant().equals(variant)
                    && cell.cores() == cores
                    && cell.clients() == clients)
        .findFirst();
  }

  /** The middle one of how far the predictions for this machine are off, in percent either way. */
  @JsonIgnore
  double medianError() {
    double[] errors =
        validation.stream().mapToDouble(row -> Math.abs(row.errorPercent())).toArray();
    return errors.length == 0 ? Double.NaN : Sample.of(errors).median();
  }
}
