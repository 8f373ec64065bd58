package klomp.bench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Sample;
import klomp.bench.report.Chart;
import klomp.bench.report.Figures;
import klomp.bench.report.Page;
import klomp.bench.report.TextTable;

/** A comparison as text and as a page. */
public final class Report {

  private static final String OWN = "klomp";
  private static final Set<String> NO_STORES = Set.of("skiplist", "none");
  private static final String NONE = "-";

  private final Results results;
  private final List<Integer> threads;

  /** What is told in one place: all engines doing one thing. */
  private record Group(Workload workload, String durability, int valueBytes) {
    Trial of(String engine) {
      return new Trial(engine, workload, durability, valueBytes);
    }

    String title() {
      return workload + ", " + durability + ", values of " + valueBytes + " bytes";
    }

    String id() {
      return Chart.word("compare-" + workload + "-" + durability + "-" + valueBytes);
    }
  }

  public Report(Results results) {
    this.results = results;
    this.threads = results.rows().stream().map(Row::threads).distinct().sorted().toList();
  }

  private Set<Group> groups() {
    Set<Group> groups = new LinkedHashSet<>();
    for (Row row : results.rows()) {
      Trial trial = row.trial();
      groups.add(new Group(trial.workload(), trial.durability(), trial.valueBytes()));
    }
    return groups;
  }

  /** What to post. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Group group : groups()) {
      text.append(group.title()).append(": ").append(group.workload().description());
      text.append("\n\n").append(rates(group)).append('\n').append(latencies(group)).append('\n');
      notes(group)
          .forEach((number, note) -> text.append(number).append(' ').append(note).append('\n'));
      text.append('\n');
    }
    sentences().forEach(sentence -> text.append("* ").append(sentence).append('\n'));
    troubles().forEach(sentence -> text.append("* ").append(sentence).append('\n'));
    text.append('\n');
    for (List<String> setting : settings().rows()) {
      text.append(String.join(": ", setting)).append('\n');
    }
    text.append('\n').append(results.origin()).append("\nsettings: ");
    List<String> all = new ArrayList<>();
    results.settings().forEach((name, value) -> all.add(name + " " + value));
    return text.append(String.join("; ", all)).append('\n').toString();
  }

  public Page page() {
    List<Page.Section> sections = new ArrayList<>();
    for (Group group : groups()) {
      String note = group.workload().description() + ". " + String.join(" ", marked(group));
      sections.add(
          new Page.Section(
              new Page.Heading(group.title(), note),
              List.of(
                  chart(group),
                  new Page.Table(
                      group.id() + "-latency",
                      new Page.Heading("Latency in microseconds", ""),
                      latencies(group)))));
    }
    sections.add(new Page.Section("Settings of the engines", "", settings()));
    List<Page.Findings> findings = new ArrayList<>();
    findings.add(new Page.Findings("Klomp and the fastest other store", sentences()));
    if (!troubles().isEmpty()) {
      findings.add(new Page.Findings("Besides", troubles()));
    }
    return new Page(
        "Klomp compared",
        findings,
        sections,
        new Page.About(results.origin(), results.settings()),
        results);
  }

  /** Operations a second: medians, with the range of the runs where there is one. */
  TextTable rates(Workload workload, String durability, int valueBytes) {
    return rates(new Group(workload, durability, valueBytes));
  }

  private TextTable rates(Group group) {
    List<String> header = new ArrayList<>(List.of("operations a second"));
    threads.forEach(n -> header.add(n + (n == 1 ? " thread" : " threads")));
    TextTable table = new TextTable(header);
    for (Results.EngineInfo engine : results.engines()) {
      List<String> cells = new ArrayList<>(List.of(label(engine, group)));
      for (int n : threads) {
        cells.add(
            results
                    .sample(group.of(engine.name()), n, Counts::perSecond)
                    .map(Report::cell)
                    .orElse(NONE)
                + (isDisturbed(group.of(engine.name()), n) ? " !" : ""));
      }
      table.row(cells);
    }
    return table;
  }

  private static String cell(Sample sample) {
    String median = Figures.count(sample.median());
    return sample.runs() == 1
        ? median
        : median + " (" + Figures.count(sample.min()) + " to " + Figures.count(sample.max()) + ")";
  }

  private boolean isDisturbed(Trial trial, int n) {
    return results.rows().stream()
        .anyMatch(row -> row.trial().equals(trial) && row.threads() == n && row.isDisturbed());
  }

  private TextTable latencies(Group group) {
    TextTable table =
        new TextTable(
            List.of(
                "µs", "threads", "p50", "p99", "p99.9", "retries", "own CPU", "others", "steal"));
    for (Results.EngineInfo engine : results.engines()) {
      Trial trial = group.of(engine.name());
      for (int n : threads) {
        if (results.sample(trial, n, Counts::perSecond).isEmpty()) {
          continue;
        }
        table.row(
            engine.name(),
            Integer.toString(n),
            median(trial, n, counts -> counts.latency().p50Micros()),
            median(trial, n, counts -> counts.latency().p99Micros()),
            median(trial, n, counts -> counts.latency().p999Micros()),
            Figures.share(
                results
                    .sample(trial, n, c -> 100.0 * c.retries() / Math.max(1, c.operations()))
                    .orElseThrow()
                    .median()),
            cpu(trial, n, CpuShares::ownPercent),
            cpu(trial, n, CpuShares::otherPercent),
            cpu(trial, n, CpuShares::stealPercent));
      }
    }
    return table;
  }

  private String median(Trial trial, int n, java.util.function.ToDoubleFunction<Counts> figure) {
    return Figures.micros(results.sample(trial, n, figure).orElseThrow().median());
  }

  private String cpu(Trial trial, int n, java.util.function.ToDoubleFunction<CpuShares> share) {
    double[] values =
        results.rows().stream()
            .filter(row -> row.trial().equals(trial) && row.threads() == n)
            .filter(row -> row.counts() != null && row.counts().cpu() != null)
            .mapToDouble(row -> share.applyAsDouble(row.counts().cpu()))
            .toArray();
    return values.length == 0 ? NONE : Figures.count(Sample.of(values).median()) + " %";
  }

  /** An engine's name, with the numbers of its notes. */
  private String label(Results.EngineInfo engine, Group group) {
    StringBuilder label = new StringBuilder(engine.name());
    notes(group)
        .forEach(
            (number, note) -> {
              if (note.startsWith(engine.name() + ": ")) {
                label.append(' ').append(number);
              }
            });
    return label.toString();
  }

  private Map<String, String> notes(Group group) {
    Map<String, String> notes = new LinkedHashMap<>();
    for (Results.EngineInfo engine : results.engines()) {
      for (Note note : engine.notes()) {
        if (note.workloads().contains(group.workload())) {
          notes.put("[" + (notes.size() + 1) + "]", engine.name() + ": " + note.text());
        }
      }
    }
    return notes;
  }

  private List<String> marked(Group group) {
    return notes(group).entrySet().stream()
        .map(note -> note.getKey() + " " + note.getValue() + ".")
        .toList();
  }

  private Chart chart(Group group) {
    List<Chart.Series> series = new ArrayList<>();
    for (Results.EngineInfo engine : results.engines()) {
      List<Chart.Point> points = new ArrayList<>();
      for (int n : threads) {
        points.add(
            results
                .sample(group.of(engine.name()), n, Counts::perSecond)
                .map(sample -> new Chart.Point(sample.median(), sample.min(), sample.max()))
                .orElse(null));
      }
      series.add(new Chart.Series(label(engine, group), series.size(), 0, points));
    }
    return new Chart(
        group.id(),
        new Page.Heading("Operations a second", "Medians with the range of the runs."),
        "Operations a second of each engine over numbers of threads.",
        new Chart.Axes(
            Chart.Form.LOG_LINES,
            Chart.Unit.PER_SECOND,
            "operations a second",
            "threads",
            0,
            "engine"),
        List.of(
            new Chart.View("", threads.stream().map(n -> Integer.toString(n)).toList(), series)));
  }

  /** For each group, how Klomp stands to the best of the others. */
  private List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (Group group : groups()) {
      List<String> parts = new ArrayList<>();
      for (int n : threads) {
        against(group, n).ifPresent(parts::add);
      }
      if (!parts.isEmpty()) {
        sentences.add(group.title() + ": " + String.join("; ", parts) + ".");
      }
    }
    return sentences.isEmpty()
        ? List.of("Klomp was not measured beside another store.")
        : sentences;
  }

  private record Standing(String engine, Sample sample) {}

  private Optional<String> against(Group group, int n) {
    Optional<Sample> own = results.sample(group.of(OWN), n, Counts::perSecond);
    Optional<Standing> best =
        results.engines().stream()
            .map(Results.EngineInfo::name)
            .filter(name -> !name.equals(OWN) && !NO_STORES.contains(name))
            .flatMap(
                name ->
                    results.sample(group.of(name), n, Counts::perSecond).stream()
                        .map(sample -> new Standing(name, sample)))
            .max(Comparator.comparingDouble(standing -> standing.sample().median()));
    if (own.isEmpty() || best.isEmpty()) {
      return Optional.empty();
    }
    Sample other = best.get().sample();
    boolean unclear = own.get().runs() == 1 || own.get().overlaps(other);
    return Optional.of(
        "%d threads %s against %s of %s (%s%s)"
            .formatted(
                n,
                Figures.count(own.get().median()),
                Figures.count(other.median()),
                best.get().engine(),
                Figures.percent(own.get().percentOver(other)),
                unclear ? " ~" : ""));
  }

  /** Failures, and runs that others disturbed. */
  private List<String> troubles() {
    Set<String> troubles = new LinkedHashSet<>();
    results.rows().stream()
        .filter(row -> row.failure() != null)
        .forEach(
            row ->
                troubles.add(
                    row.trial() + ": " + row.failure().lines().findFirst().orElse("failed")));
    long disturbed = results.rows().stream().filter(Row::isDisturbed).count();
    if (disturbed > 0) {
      troubles.add(
          disturbed
              + " of "
              + results.rows().size()
              + " runs, marked with !, had more than "
              + (int) CpuShares.LIMIT_PERCENT
              + " % of the processors' time taken by others.");
    }
    return List.copyOf(troubles);
  }

  private TextTable settings() {
    TextTable table = new TextTable(List.of("engine", "setting", "value"));
    for (Results.EngineInfo engine : results.engines()) {
      table.row(engine.name(), "version", engine.version());
      Map<String, String> merged = new LinkedHashMap<>();
      engine
          .settings()
          .forEach(
              (durability, settings) ->
                  settings.forEach(
                      (name, value) ->
                          merged.merge(name, value, (a, b) -> a.equals(b) ? a : a + " | " + b)));
      merged.forEach((name, value) -> table.row(engine.name(), name, value));
    }
    return table;
  }
}
