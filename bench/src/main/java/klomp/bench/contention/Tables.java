package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;
import klomp.bench.report.TextTable;

/** The tables of a contention bench. */
public final class Tables {

  private static final String NONE = "-";

  private final Results results;
  private final Experiment experiment;

  /** Those of the first experiment of {@code results}. */
  public Tables(Results results) {
    this.results = results;
    this.experiment = results.experiments().get(0);
  }

  private Cell cell(Variant variant, int clients) {
    return new Cell(experiment, variant, clients);
  }

  /** A table under its title. */
  public record Titled(String title, TextTable table) {
    @Override
    public String toString() {
      return title + "\n\n" + table;
    }
  }

  /** Transactions a second, one table for each size of the pool. */
  public List<Titled> throughput() {
    List<Titled> tables = new ArrayList<>();
    for (int buffers : poolSizes()) {
      List<Variant> columns =
          results.variants(experiment).stream()
              .filter(variant -> variant.buffers() == buffers || variant.buffers() == 0)
              .toList();
      String title =
          buffers == 0 ? "Transactions a second" : "Transactions a second, " + buffers + " buffers";
      tables.add(new Titled(title, throughput(columns)));
    }
    return tables;
  }

  private List<Integer> poolSizes() {
    List<Integer> sizes =
        results.variants(experiment).stream()
            .map(Variant::buffers)
            .filter(size -> size > 0)
            .distinct()
            .toList();
    return sizes.isEmpty() ? List.of(0) : sizes;
  }

  /** For each number of clients the median, below it the range, and the change. */
  private TextTable throughput(List<Variant> columns) {
    List<String> header = new ArrayList<>(List.of("clients"));
    columns.forEach(variant -> header.add(variant.strategy().label()));
    TextTable table = new TextTable(header);
    boolean ranges = results.rows(experiment).stream().anyMatch(row -> row.run() > 1);
    boolean changes = results.variants(experiment).contains(Variant.BASELINE);
    for (int clients : results.clients(experiment)) {
      table.row(cells(Integer.toString(clients), columns, clients, this::median));
      if (ranges) {
        table.row(cells("  range", columns, clients, this::range));
      }
      if (changes) {
        table.row(cells("  vs base", columns, clients, this::change));
      }
    }
    return table;
  }

  private static List<String> cells(
      String first, List<Variant> columns, int clients, BiFunction<Variant, Integer, String> cell) {
    List<String> cells = new ArrayList<>(List.of(first));
    columns.forEach(variant -> cells.add(cell.apply(variant, clients)));
    return cells;
  }

  private String median(Variant variant, int clients) {
    return results.tps(cell(variant, clients)).map(tps -> Figures.count(tps.median())).orElse(NONE);
  }

  private String range(Variant variant, int clients) {
    return results
        .tps(cell(variant, clients))
        .map(tps -> Figures.count(tps.min()) + "-" + Figures.count(tps.max()))
        .orElse(NONE);
  }

  private String change(Variant variant, int clients) {
    if (variant.equals(Variant.BASELINE)) {
      return "base";
    }
    Optional<Sample> baseline = results.tps(cell(Variant.BASELINE, clients));
    return results
        .tps(cell(variant, clients))
        .flatMap(tps -> baseline.map(base -> Figures.percent(tps.percentOver(base))))
        .orElse(NONE);
  }

  /** Attempts that met another transaction, for a hundred commits. */
  public Titled aborts() {
    List<String> header = new ArrayList<>(List.of("strategy"));
    results
        .clients(experiment)
        .forEach(clients -> header.add(clients + (clients == 1 ? " client" : "")));
    TextTable table = new TextTable(header);
    for (Variant variant : results.variants(experiment)) {
      List<String> cells = new ArrayList<>(List.of(variant.label()));
      for (int clients : results.clients(experiment)) {
        long[] sums = results.commitsAndAborts(cell(variant, clients));
        cells.add(String.format(Locale.ROOT, "%.2f", 100.0 * sums[1] / Math.max(1, sums[0])));
      }
      table.row(cells);
    }
    return new Titled("Attempts rolled back and tried again, for 100 commits", table);
  }

  /** What the commit log counted per commit, at the largest number of clients. */
  public Titled clog() {
    List<Integer> all = results.clients(experiment);
    int clients = all.get(all.size() - 1);
    SortedSet<String> names = new TreeSet<>();
    results
        .variants(experiment)
        .forEach(variant -> names.addAll(results.clogPerCommit(cell(variant, clients)).keySet()));
    List<String> header = new ArrayList<>(List.of("strategy"));
    names.forEach(name -> header.add(name.substring("clog.".length())));
    TextTable table = new TextTable(header);
    for (Variant variant : results.variants(experiment)) {
      SortedMap<String, Double> values = results.clogPerCommit(cell(variant, clients));
      List<String> cells = new ArrayList<>(List.of(variant.label()));
      for (String name : names) {
        Double value = values.get(name);
        cells.add(value == null ? NONE : Figures.ratio(value));
      }
      table.row(cells);
    }
    return new Titled("Commit log, per commit, at " + clients + " clients", table);
  }
}
