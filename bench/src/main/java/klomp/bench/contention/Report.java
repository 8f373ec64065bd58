package klomp.bench.contention;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import klomp.bench.measure.Sample;
import klomp.bench.report.Chart;
import klomp.bench.report.Page;

/** A contention bench as text and as a page. */
public final class Report {

  private final Results results;
  private final Experiment experiment;
  private final Tables tables;
  private final Findings findings;

  /**
   * The report of {@code results}.
   *
   * @throws IllegalArgumentException if there are none
   */
  public Report(Results results) {
    if (results.rows().isEmpty()) {
      throw new IllegalArgumentException("a report has at least one row");
    }
    this.results = results;
    this.experiment = results.experiments().get(0);
    this.tables = new Tables(results);
    this.findings = new Findings(results);
  }

  /** What to post: tables, then machine, settings and commit. */
  public String text() {
    StringBuilder text = new StringBuilder();
    tables.throughput().forEach(table -> text.append(table).append('\n'));
    text.append(tables.aborts()).append('\n');
    findings.sentences().forEach(sentence -> text.append("* ").append(sentence).append('\n'));
    Measurement first = results.rows().get(0);
    text.append('\n').append(first.origin()).append("\nsettings: ");
    List<String> settings = new ArrayList<>();
    first.settings().forEach((name, value) -> settings.add(name + " " + value));
    return text.append(String.join("; ", settings)).append('\n').toString();
  }

  /** The page; {@code further} sections come after those of the contention bench. */
  public Page page(String title, List<String> furtherFindings, List<Page.Section> further) {
    List<String> sentences = new ArrayList<>(findings.sentences());
    sentences.addAll(furtherFindings);
    List<Chart> charts = new ArrayList<>();
    charts.add(chart("tps", "Transactions a second by clients", "TPS", this::tps));
    if (results.variants(experiment).contains(Variant.BASELINE)) {
      charts.add(chart("gain", "Gain over " + Variant.BASELINE + " by clients", "%", this::gain));
    }
    List<Page.Section> sections = new ArrayList<>();
    tables
        .throughput()
        .forEach(table -> sections.add(section(table, "Medians of the runs with their range.")));
    sections.add(
        section(tables.aborts(), "Conflicts, deadlocks and lock time-outs; all were retried."));
    sections.add(
        section(
            tables.clog(),
            "Difference of the store's counters over the measured time, divided by commits."));
    sections.addAll(further);
    Measurement first = results.rows().get(0);
    return new Page(title, sentences, charts, sections, first.settings(), first.origin(), results);
  }

  private static Page.Section section(Tables.Titled table, String note) {
    return new Page.Section(table.title(), note, table.table());
  }

  private Chart chart(
      String id, String title, String unit, BiFunction<Variant, Integer, Chart.Point> point) {
    List<Integer> clients = results.clients(experiment);
    List<Chart.Series> series = new ArrayList<>();
    Map<Object, Integer> dashes = new HashMap<>();
    for (Variant variant : results.variants(experiment)) {
      int dash = dashes.merge(variant.strategy(), 0, (old, zero) -> old + 1);
      List<Chart.Point> points = new ArrayList<>();
      clients.forEach(count -> points.add(point.apply(variant, count)));
      series.add(new Chart.Series(variant.label(), variant.strategy().ordinal(), dash, points));
    }
    return new Chart(
        id, title, unit, "clients", clients.stream().map(String::valueOf).toList(), series);
  }

  private Chart.Point tps(Variant variant, int clients) {
    return results
        .tps(new Cell(experiment, variant, clients))
        .map(tps -> new Chart.Point(tps.median(), tps.min(), tps.max()))
        .orElse(null);
  }

  private Chart.Point gain(Variant variant, int clients) {
    Optional<Sample> baseline = results.tps(new Cell(experiment, Variant.BASELINE, clients));
    if (baseline.isEmpty()) {
      return null;
    }
    double base = baseline.get().median();
    return results
        .tps(new Cell(experiment, variant, clients))
        .map(
            tps ->
                new Chart.Point(
                    percent(tps.median(), base),
                    percent(tps.min(), base),
                    percent(tps.max(), base)))
        .orElse(null);
  }

  private static double percent(double value, double base) {
    return (value / base - 1) * 100;
  }
}
