package klomp.bench.contention;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import klomp.api.InvalidRequestException;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.report.TextTable;

/** Results beside older ones: what became better, what worse, and where that is not shown. */
public final class Against {

  private final Results old;
  private final Results now;
  private final List<Change> changes = new ArrayList<>();

  private record Change(Cell cell, Comparison comparison) {}

  public Against(Results old, Results now) {
    this.old = old;
    this.now = now;
    for (Cell cell : now.cells()) {
      Sample after = now.tps(cell).orElseThrow();
      old.tps(cell)
          .ifPresent(before -> changes.add(new Change(cell, new Comparison(after, before))));
    }
  }

  /**
   * Reads results of schema 1 or 2.
   *
   * @throws InvalidRequestException if the file is not there or holds something else
   */
  public static Results read(Path file) {
    Results results;
    try {
      results = Json.parse(Files.readString(file), Results.class);
    } catch (IOException | UncheckedIOException e) {
      throw new InvalidRequestException(file + " cannot be read as results: " + e.getMessage());
    }
    if (!Results.KIND.equals(results.kind())
        || results.schema() < 1
        || results.schema() > Results.SCHEMA) {
      throw new InvalidRequestException(
          file + " holds no results of a contention bench of schema 1 or " + Results.SCHEMA);
    }
    return results;
  }

  /** The cells that both have, the settings that differ, and the sum of it. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Experiment experiment : now.experiments()) {
      TextTable table = new TextTable(List.of("strategy", "clients", "before", "now", "change"));
      changes.stream()
          .filter(change -> change.cell().experiment().equals(experiment))
          .forEach(change -> table.row(row(change)));
      if (!table.rows().isEmpty()) {
        text.append(experiment).append("\n\n").append(table).append('\n');
      }
    }
    text.append(differences());
    return text.append(summary()).append('\n').toString();
  }

  private static List<String> row(Change change) {
    return List.of(
        change.cell().variant().label(),
        Integer.toString(change.cell().clients()),
        Figures.count(change.comparison().reference().median()),
        Figures.count(change.comparison().sample().median()),
        change.comparison().toString());
  }

  /** How many cells became better, worse, or neither for certain. */
  String summary() {
    long better = count(Comparison.Verdict.FASTER);
    long worse = count(Comparison.Verdict.SLOWER);
    String summary =
        String.format(
            java.util.Locale.ROOT,
            "%d better, %d worse, %d unclear (ranges overlap, marked%s, or one run only)",
            better,
            worse,
            changes.size() - better - worse,
            Comparison.OVERLAP);
    int unmatched = now.cells().size() - changes.size();
    if (unmatched > 0) {
      summary += "; " + unmatched + " cells were not measured before";
    }
    int left = old.cells().size() - changes.size();
    return left > 0 ? summary + "; " + left + " cells were measured only before" : summary;
  }

  private long count(Comparison.Verdict verdict) {
    return changes.stream().filter(change -> change.comparison().verdict() == verdict).count();
  }

  /** Whether a cell became worse, beyond what its runs scatter, or nothing could be compared. */
  public boolean regressed() {
    return changes.isEmpty() || count(Comparison.Verdict.SLOWER) > 0;
  }

  /** Cells of unlike settings are compared, but not in silence. */
  private String differences() {
    SortedSet<String> lines = new TreeSet<>();
    differ(lines, "machine", origin -> origin.machine().toString());
    differ(lines, "jdk", Origin::jdk);
    differ(lines, "commit", Origin::commit);
    for (Experiment experiment : now.experiments()) {
      List<Measurement> before = old.rows(experiment);
      if (before.isEmpty()) {
        continue;
      }
      Map<String, String> then = before.get(0).settings();
      Map<String, String> today = now.rows(experiment).get(0).settings();
      SortedSet<String> names = new TreeSet<>(then.keySet());
      names.addAll(today.keySet());
      for (String name : names) {
        differ(
            lines,
            experiment.kind() + ": " + name,
            then.getOrDefault(name, "not set"),
            today.getOrDefault(name, "not set"));
      }
    }
    return String.join("\n", lines) + (lines.isEmpty() ? "" : "\n");
  }

  private void differ(SortedSet<String> lines, String name, Function<Origin, String> part) {
    differ(lines, name, part(old, part), part(now, part));
  }

  private static String part(Results results, Function<Origin, String> part) {
    return Optional.ofNullable(results.rows().get(0).origin()).map(part).orElse("not said");
  }

  private static void differ(SortedSet<String> lines, String name, String was, String is) {
    if (!was.equals(is)) {
      lines.add("note: " + name + " was " + was + ", is " + is);
    }
  }
}
