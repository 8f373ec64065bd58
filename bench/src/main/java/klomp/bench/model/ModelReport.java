package klomp.bench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import klomp.bench.contention.Variant;
import klomp.bench.report.Chart;
import klomp.bench.report.Figures;
import klomp.bench.report.Page;
import klomp.bench.report.TextTable;

/** The results as text and as a page. Each heading says that they are modelled. */
public final class ModelReport {

  /** Stands in every heading of a modelled figure. */
  static final String LABEL = "modelled, not measured";

  private static final String NONE = "-";

  private final ModelResults results;

  public ModelReport(ModelResults results) {
    this.results = results;
  }

  /** Everything, for a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder("Klomp model: " + LABEL + "\n\n");
    findings().forEach(sentence -> text.append("- ").append(sentence).append('\n'));
    for (Page.Section section : sections()) {
      text.append('\n').append(section.title()).append('\n');
      if (!section.note().isEmpty()) {
        text.append(section.note()).append('\n');
      }
      text.append('\n').append(section.table().render());
    }
    return text.toString();
  }

  /** Everything, as a page of its own. */
  public Page page() {
    List<Chart> charts = new ArrayList<>();
    int most = results.clients().get(results.clients().size() - 1);
    for (int clients : results.clients()) {
      if (clients == most || clients == 64 || clients == 8) {
        charts.add(overCores(clients));
      }
    }
    return new Page(
        "Klomp model: " + LABEL,
        findings(),
        charts,
        sections(),
        results.settings(),
        results.origin(),
        results);
  }

  private Chart overCores(int clients) {
    List<Chart.Series> series = new ArrayList<>();
    for (Variant variant : results.variants()) {
      List<Chart.Point> points = new ArrayList<>();
      for (int cores : results.cores()) {
        double value =
            results.cell(variant, cores, clients).map(ModelResults.Cell::perSecond).orElse(0.0);
        points.add(new Chart.Point(value, value, value));
      }
      boolean baseline = variant.equals(Variant.BASELINE);
      series.add(
          new Chart.Series(
              variant.label(), variant.strategy().ordinal(), baseline ? 1 : 0, points));
    }
    return new Chart(
        "clients" + clients,
        "Transactions a second over cores, " + clients + " clients: " + LABEL,
        "transactions a second",
        "cores",
        results.cores().stream().map(cores -> Integer.toString(cores)).toList(),
        series);
  }

  private List<String> findings() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "All transactions a second here are "
            + LABEL
            + ": a simulation fed with times of single steps, which were measured on this machine,"
            + " and a few assumptions.");
    for (int clients : List.of(results.clients().get(results.clients().size() - 1))) {
      for (int cores : results.cores()) {
        if (cores == results.cores().get(0) || cores == 64 || cores == last(results.cores())) {
          sentences.add(best(cores, clients));
        }
      }
    }
    if (!results.validation().isEmpty()) {
      sentences.add(
          String.format(
              Locale.ROOT,
              "For this machine (%d cores) the predictions are off by %.0f %% in the middle of %d"
                  + " cells; each stands in its table. A modelled difference smaller than that shows"
                  + " nothing.",
              results.validation().get(0).cores(),
              results.medianError(),
              results.validation().size()));
    }
    long same = results.posted().stream().filter(ModelResults.PostedRow::reproduced).count();
    sentences.add(
        "Of "
            + results.posted().size()
            + " figures that others posted, the shape is reproduced in "
            + same
            + "; for the others the table says why not.");
    return sentences;
  }

  private static int last(List<Integer> values) {
    return values.get(values.size() - 1);
  }

  private String best(int cores, int clients) {
    ModelResults.Cell best =
        results.cells().stream()
            .filter(cell -> cell.cores() == cores && cell.clients() == clients)
            .max(Comparator.comparingDouble(ModelResults.Cell::perSecond))
            .orElseThrow();
    Optional<ModelResults.Cell> base = results.cell(Variant.BASELINE, cores, clients);
    String over =
        base.filter(cell -> !cell.variant().equals(best.variant()))
            .map(
                cell ->
                    ", "
                        + Figures.percent((best.perSecond() / cell.perSecond() - 1) * 100)
                        + " over "
                        + Variant.BASELINE)
            .orElse("");
    return "Modelled for "
        + cores
        + (cores == 1 ? " core and " : " cores and ")
        + clients
        + " clients, "
        + best.variant()
        + " does most: "
        + Figures.count(best.perSecond())
        + " transactions a second"
        + over
        + ".";
  }

  private List<Page.Section> sections() {
    List<Page.Section> sections = new ArrayList<>();
    results.cores().forEach(cores -> sections.add(table(cores)));
    sections.add(validation());
    sections.add(posted());
    sections.add(sensitivity());
    sections.add(services());
    sections.add(alone());
    return sections;
  }

  private Page.Section table(int cores) {
    List<String> header = new ArrayList<>(List.of("clients"));
    results.variants().forEach(variant -> header.add(variant.label()));
    TextTable table = new TextTable(header);
    for (int clients : results.clients()) {
      List<String> cells = new ArrayList<>(List.of(Integer.toString(clients)));
      for (Variant variant : results.variants()) {
        cells.add(
            results
                .cell(variant, cores, clients)
                .map(cell -> Figures.count(cell.perSecond()))
                .orElse(NONE));
      }
      table.row(cells);
    }
    String title =
        "Transactions a second, " + cores + (cores == 1 ? " core: " : " cores: ") + LABEL;
    return new Page.Section(title, "", table);
  }

  private Page.Section validation() {
    TextTable table =
        new TextTable(List.of("strategy", "threads", "measured", "modelled", "off by"));
    for (ModelResults.Check row : results.validation()) {
      table.row(
          row.variant().label(),
          Integer.toString(row.threads()),
          Figures.count(row.measured()),
          Figures.count(row.modelledPerSecond()),
          Figures.percent(row.errorPercent()));
    }
    return new Page.Section(
        "This machine: modelled against measured",
        "The reference of the microbenchmarks: three look-ups over 256 pages and a commit of three"
            + " xids, a second. One thread uses one core.",
        table);
  }

  private Page.Section posted() {
    TextTable table =
        new TextTable(List.of("what", "posted", "modelled", "shape reproduced", "remark"));
    for (ModelResults.PostedRow row : results.posted()) {
      table.row(
          row.claim(), row.posted(), row.modelled(), row.reproduced() ? "yes" : "no", row.why());
    }
    return new Page.Section(
        "Figures that others posted of PostgreSQL, against this model: " + LABEL,
        "64 cores unless it says otherwise. The same shape: the sign, and for no difference less"
            + " than 3 to 5 percent.",
        table);
  }

  private Page.Section sensitivity() {
    TextTable table =
        new TextTable(List.of("number", "is", "changed to", "largest change", "then best"));
    for (ModelResults.Shift row : results.sensitivity()) {
      table.row(
          row.assumption(),
          Figures.ratio(row.value()),
          Figures.ratio(row.changed()),
          Figures.percent(row.largestPercent()),
          row.best());
    }
    return new Page.Section(
        "If a number is halved or doubled: " + LABEL,
        "At the most cores and clients, over all strategies.",
        table);
  }

  private Page.Section services() {
    TextTable table = new TextTable(List.of("number", "value", "unit", "from"));
    for (ModelResults.Parameter row : results.services()) {
      table.row(
          row.name(),
          Figures.ratio(row.value()),
          row.unit(),
          row.measured() ? "measured here" : "assumed");
    }
    return new Page.Section("What the model is fed with", "", table);
  }

  private Page.Section alone() {
    TextTable table = new TextTable(List.of("strategy", "look-up, ns", "commit, ns"));
    for (ModelResults.AloneRow row : results.alone()) {
      table.row(row.strategy(), Figures.ratio(row.hitNanos()), Figures.ratio(row.setNanos()));
    }
    return new Page.Section("Each strategy on one thread, measured here", "", table);
  }
}
