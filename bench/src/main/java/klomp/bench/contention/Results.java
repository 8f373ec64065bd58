package klomp.bench.contention;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.measure.Sample;

/**
 * All measurements of a contention bench.
 *
 * @param schema the version of this document: 1
 * @param kind {@code klomp-contention}
 * @param rows one for each run of each cell
 */
public record Results(int schema, String kind, List<Measurement> rows) {

  public Results {
    rows = List.copyOf(rows);
  }

  static Results of(List<Measurement> rows) {
    return new Results(1, "klomp-contention", rows);
  }

  @JsonIgnore
  List<Variant> variants() {
    return rows.stream().map(Measurement::variant).distinct().toList();
  }

  @JsonIgnore
  List<Integer> clients() {
    return rows.stream().map(Measurement::clients).distinct().sorted().toList();
  }

  /** The transactions a second of a cell, if it was measured. */
  Optional<Sample> tps(Variant variant, int clients) {
    List<Double> values =
        rows.stream()
            .filter(row -> row.variant().equals(variant) && row.clients() == clients)
            .map(row -> row.counts().tps())
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** Commits and aborts of a cell, all runs together. */
  long[] commitsAndAborts(Variant variant, int clients) {
    long[] sums = new long[2];
    for (Measurement row : rows) {
      if (row.variant().equals(variant) && row.clients() == clients) {
        sums[0] += row.counts().commits();
        sums[1] += row.counts().aborts();
      }
    }
    return sums;
  }

  /** The commit log's counters of a cell, per commit, all runs together. */
  SortedMap<String, Double> clogPerCommit(Variant variant, int clients) {
    SortedMap<String, Double> sums = new TreeMap<>();
    long commits = Math.max(1, commitsAndAborts(variant, clients)[0]);
    for (Measurement row : rows) {
      if (row.variant().equals(variant) && row.clients() == clients) {
        row.clog().forEach((name, value) -> sums.merge(name, (double) value, Double::sum));
      }
    }
    sums.replaceAll((name, sum) -> sum / commits);
    return sums;
  }
}
