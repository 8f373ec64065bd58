package klomp.bench.contention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import klomp.bench.measure.Sample;

/**
 * All measurements of a contention bench.
 *
 * @param schema the version of this document: 2
 * @param kind {@code klomp-contention}
 * @param rows one for each run of each cell
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Results(int schema, String kind, List<Measurement> rows) {

  static final int SCHEMA = 2;
  static final String KIND = "klomp-contention";

  public Results {
    rows = List.copyOf(rows);
  }

  public static Results of(List<Measurement> rows) {
    return new Results(SCHEMA, KIND, rows);
  }

  /** Those that have rows, in the order of these. */
  public List<Experiment> experiments() {
    return rows.stream().map(Measurement::experiment).distinct().toList();
  }

  /** The experiments of that kind that have rows. */
  public List<Experiment> experiments(Kind of) {
    return experiments().stream().filter(experiment -> experiment.kind() == of).toList();
  }

  /** All cells, in the order of their first rows. */
  public List<Cell> cells() {
    return rows.stream().map(Measurement::cell).distinct().toList();
  }

  /** The variants of an experiment, in the order of the rows. */
  public List<Variant> variants(Experiment experiment) {
    return rows(experiment).stream().map(Measurement::variant).distinct().toList();
  }

  /** The numbers of clients of an experiment, ascending. */
  public List<Integer> clients(Experiment experiment) {
    return rows(experiment).stream().map(Measurement::clients).distinct().sorted().toList();
  }

  /** All runs of all cells of an experiment. */
  public List<Measurement> rows(Experiment experiment) {
    return rows.stream().filter(row -> row.experiment().equals(experiment)).toList();
  }

  /** All runs of a cell. */
  public List<Measurement> rows(Cell cell) {
    return rows.stream().filter(row -> row.cell().equals(cell)).toList();
  }

  /** The transactions a second of a cell, if it was measured. */
  public Optional<Sample> tps(Cell cell) {
    return sample(cell, row -> row.counts().tps());
  }

  /** Any figure of a cell's rows, if it was measured. */
  public Optional<Sample> sample(Cell cell, Function<Measurement, Double> figure) {
    List<Double> values = rows(cell).stream().map(figure).toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** Commits and aborts of a cell, all runs together. */
  public long[] commitsAndAborts(Cell cell) {
    long[] sums = new long[2];
    for (Measurement row : rows(cell)) {
      sums[0] += row.counts().commits();
      sums[1] += row.counts().aborts();
    }
    return sums;
  }

  /** The commit log's counters of a cell, per commit, all runs together. */
  public SortedMap<String, Double> clogPerCommit(Cell cell) {
    return perCommit(cell, Measurement::clog);
  }

  /** The wait events of a cell, counts and nanoseconds, per commit, all runs together. */
  public SortedMap<String, Double> waitsPerCommit(Cell cell) {
    return perCommit(cell, Measurement::waits);
  }

  private SortedMap<String, Double> perCommit(
      Cell cell, Function<Measurement, SortedMap<String, Long>> values) {
    SortedMap<String, Double> sums = new TreeMap<>();
    long commits = Math.max(1, commitsAndAborts(cell)[0]);
    for (Measurement row : rows(cell)) {
      values.apply(row).forEach((name, value) -> sums.merge(name, (double) value, Double::sum));
    }
    sums.replaceAll((name, sum) -> sum / commits);
    return sums;
  }
}
