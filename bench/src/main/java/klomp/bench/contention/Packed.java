package klomp.bench.contention;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import klomp.bench.report.Origin;

/**
 * Results as they stand in a page: what many rows have in common is there once, and a row says
 * where. The page turns it back into {@link Results} for those who save it.
 *
 * @param schema that of {@link Results}
 * @param kind {@code klomp-contention-packed}
 * @param origins of the rows
 * @param settings of the rows
 * @param experiments of the rows
 * @param variants of the rows
 * @param clog names of counters
 * @param waits names of wait events
 * @param rows one for each row
 */
record Packed(
    int schema,
    String kind,
    List<Origin> origins,
    List<Map<String, String>> settings,
    List<Experiment> experiments,
    List<Variant> variants,
    List<String> clog,
    List<String> waits,
    List<Row> rows) {

  /**
   * A row.
   *
   * @param at where its origin, settings, experiment and variant are in their lists, from 0
   * @param clog a value for each name, null where the row has none
   * @param waits a value for each name, null where the row has none
   */
  record Row(
      List<Integer> at,
      int clients,
      int run,
      Measurement.Counts counts,
      List<Long> clog,
      List<Long> waits) {}

  static Packed of(Results results) {
    List<Measurement> rows = results.rows();
    Map<Origin, Integer> origins = numbered(rows, Measurement::origin);
    Map<Map<String, String>, Integer> settings = numbered(rows, Measurement::settings);
    Map<Experiment, Integer> experiments = numbered(rows, Measurement::experiment);
    Map<Variant, Integer> variants = numbered(rows, Measurement::variant);
    List<String> clog = names(rows, Measurement::clog);
    List<String> waits = names(rows, Measurement::waits);
    return new Packed(
        results.schema(),
        "klomp-contention-packed",
        new ArrayList<>(origins.keySet()),
        new ArrayList<>(settings.keySet()),
        new ArrayList<>(experiments.keySet()),
        new ArrayList<>(variants.keySet()),
        clog,
        waits,
        rows.stream()
            .map(
                row ->
                    new Row(
                        List.of(
                            origins.get(row.origin()),
                            settings.get(row.settings()),
                            experiments.get(row.experiment()),
                            variants.get(row.variant())),
                        row.clients(),
                        row.run(),
                        row.counts(),
                        values(row.clog(), clog),
                        values(row.waits(), waits)))
            .toList());
  }

  private static <T> Map<T, Integer> numbered(List<Measurement> rows, Function<Measurement, T> of) {
    Map<T, Integer> numbers = new LinkedHashMap<>();
    rows.forEach(row -> numbers.putIfAbsent(of.apply(row), numbers.size()));
    return numbers;
  }

  private static List<String> names(
      List<Measurement> rows, Function<Measurement, SortedMap<String, Long>> of) {
    return List.copyOf(
        rows.stream()
            .flatMap(row -> of.apply(row).keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static List<Long> values(SortedMap<String, Long> values, List<String> names) {
    List<Long> all = new ArrayList<>();
    names.forEach(name -> all.add(values.get(name)));
    return all;
  }
}
