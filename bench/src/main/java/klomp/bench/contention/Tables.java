package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import klomp.bench.report.Figures;
import klomp.bench.report.TextTable;

/** The tables of a sweep. */
final class Tables {

  private static final String NONE = "-";

  private final Sweep sweep;

  Tables(Sweep sweep) {
    this.sweep = sweep;
  }

  /** For each line the median at each position, below it the range, and the change. */
  TextTable throughput() {
    TextTable table = new TextTable(header());
    boolean ranges = sweep.rows().stream().anyMatch(row -> row.run() > 1);
    for (Sweep.Line line : sweep.lines()) {
      table.row(cells(line.label(), line, this::median));
      if (ranges) {
        table.row(cells("  range", line, this::range));
      }
      boolean compared =
          sweep.positions().stream()
              .anyMatch(position -> sweep.comparison(line, position).isPresent());
      if (compared) {
        table.row(cells("  change", line, this::change));
      }
    }
    return table;
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of("strategy"));
    sweep.positions().forEach(position -> header.add(Figures.count(position)));
    return header;
  }

  private List<String> cells(
      String first, Sweep.Line line, BiFunction<Sweep.Line, Integer, String> cell) {
    List<String> cells = new ArrayList<>(List.of(first));
    sweep.positions().forEach(position -> cells.add(cell.apply(line, position)));
    return cells;
  }

  private String median(Sweep.Line line, int position) {
    return sweep.tps(line, position).map(tps -> Figures.count(tps.median())).orElse(NONE);
  }

  private String range(Sweep.Line line, int position) {
    return sweep
        .tps(line, position)
        .map(tps -> Figures.count(tps.min()) + "-" + Figures.count(tps.max()))
        .orElse(NONE);
  }

  private String change(Sweep.Line line, int position) {
    if (sweep.cell(line, position).equals(sweep.reference(line, position))) {
      return "base";
    }
    return sweep.comparison(line, position).map(Comparison::toString).orElse(NONE);
  }

  /** Attempts that met another transaction, for a hundred commits. */
  TextTable aborts() {
    TextTable table = new TextTable(header());
    sweep.lines().forEach(line -> table.row(cells(line.label(), line, this::abortsPerHundred)));
    return table;
  }

  private String abortsPerHundred(Sweep.Line line, int position) {
    if (sweep.tps(line, position).isEmpty()) {
      return NONE;
    }
    Cell cell = sweep.cell(line, position);
    long[] sums = sweep.at(cell).commitsAndAborts(cell);
    return String.format(Locale.ROOT, "%.2f", 100.0 * sums[1] / Math.max(1, sums[0]));
  }

  /** What the commit log counted per commit, at the last position, but for sizes of groups. */
  TextTable clog() {
    SortedSet<String> names = new TreeSet<>();
    sweep.lines().forEach(line -> names.addAll(clog(line).keySet()));
    names.removeIf(name -> name.startsWith(Waits.GROUPS));
    List<String> header = new ArrayList<>(List.of("strategy"));
    names.forEach(name -> header.add(name.replaceFirst("^clog\\.", "")));
    TextTable table = new TextTable(header);
    for (Sweep.Line line : sweep.lines()) {
      SortedMap<String, Double> values = clog(line);
      List<String> cells = new ArrayList<>(List.of(line.label()));
      for (String name : names) {
        Double value = values.get(name);
        cells.add(value == null ? NONE : Figures.ratio(value));
      }
      table.row(cells);
    }
    return table;
  }

  private SortedMap<String, Double> clog(Sweep.Line line) {
    Cell cell = sweep.cell(line, sweep.last());
    return sweep.at(cell).clogPerCommit(cell);
  }
}
