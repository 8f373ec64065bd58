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
    for (Titled titled : tables()) {
      text.append('\n').append(titled.heading().title());
      if (!titled.heading().label().isEmpty()) {
        text.append(": ").append(titled.heading().label());
      }
      text.append('\n');
      if (!titled.heading().note().isEmpty()) {
        text.append(titled.heading().note()).append('\n');
      }
      text.append('\n').append(titled.table().render());
    }
    return text.toString();
  }

  /** Everything, as a page of its own. */
  public Page page() {
    List<Page.Section> sections = new ArrayList<>(List.of(overCores()));
    tables().forEach(titled -> sections.add(titled.section()));
    return new Page(
        "Klomp model: " + LABEL,
        List.of(new Page.Findings("", findings())),
        sections,
        new Page.About(results.origin(), results.settings()),
        results);
  }

  /** A table under its heading. */
  private record Titled(String id, Page.Heading heading, TextTable table) {
    Page.Section section() {
      return new Page.Section(
          heading, List.of(new Page.Table(id, new Page.Heading("", ""), table)));
    }
  }

  private static Page.Heading modelled(String title, String note) {
    return new Page.Heading(title, note, LABEL);
  }

  private Page.Section overCores() {
    List<Chart.View> views = new ArrayList<>();
    for (int clients : results.clients()) {
      List<Chart.Series> series = new ArrayList<>();
      for (Variant variant : results.variants()) {
        List<Chart.Point> points = new ArrayList<>();
        for (int cores : results.cores()) {
          points.add(
              results
                  .cell(variant, cores, clients)
                  .map(cell -> Chart.Point.exact(cell.perSecond()))
                  .orElse(null));
        }
        int dash = variant.equals(Variant.BASELINE) ? 1 : 0;
        series.add(new Chart.Series(variant.label(), variant.strategy().ordinal(), dash, points));
      }
      List<String> x = results.cores().stream().map(cores -> Integer.toString(cores)).toList();
      views.add(new Chart.View(clients + (clients == 1 ? " client" : " clients"), x, series));
    }
    Chart chart =
        new Chart(
            "over-cores",
            modelled("Transactions a second over cores", ""),
            best(last(results.cores()), last(results.clients())),
            new Chart.Axes(
                Chart.Form.LOG_LINES,
                Chart.Unit.PER_SECOND,
                "transactions a second, " + LABEL,
                "cores"),
            views);
    return new Page.Section(modelled("Over cores", ""), List.of(chart));
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

  private List<Titled> tables() {
    List<Titled> sections = new ArrayList<>();
    results.cores().forEach(cores -> sections.add(table(cores)));
    sections.add(validation());
    sections.add(posted());
    sections.add(sensitivity());
    sections.add(services());
    sections.add(alone());
    return sections;
  }

  private Titled table(int cores) {
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
    String title = "Transactions a second, " + cores + (cores == 1 ? " core" : " cores");
    return new Titled("cores-" + cores, modelled(title, ""), table);
  }

  private Titled validation() {
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
    return new Titled(
        "this-machine",
        new Page.Heading(
            "This machine: modelled against measured",
            "The reference of the microbenchmarks: three look-ups over 256 pages and a commit of three"
                + " xids, a second. One thread uses one core."),
        table);
  }

  private Titled posted() {
    TextTable table =
        new TextTable(List.of("what", "posted", "modelled", "shape reproduced", "remark"));
    for (ModelResults.PostedRow row : results.posted()) {
      table.row(
          row.claim(), row.posted(), row.modelled(), row.reproduced() ? "yes" : "no", row.why());
    }
    return new Titled(
        "posted",
        modelled(
            "Figures that others posted of PostgreSQL, against this model",
            "64 cores unless it says otherwise. The same shape: the sign, and for no difference less"
                + " than 3 to 5 percent."),
        table);
  }

  private Titled sensitivity() {
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
    return new Titled(
        "sensitivity",
        modelled(
            "If a number is halved or doubled",
            "At the most cores and clients, over all strategies."),
        table);
  }

  private Titled services() {
    TextTable table = new TextTable(List.of("number", "value", "unit", "from"));
    for (ModelResults.Parameter row : results.services()) {
      table.row(
          row.name(),
          Figures.ratio(row.value()),
          row.unit(),
          row.measured() ? "measured here" : "assumed");
    }
    return new Titled("fed-with", new Page.Heading("What the model is fed with", ""), table);
  }

  private Titled alone() {
    TextTable table = new TextTable(List.of("strategy", "look-up, ns", "commit, ns"));
    for (ModelResults.AloneRow row : results.alone()) {
      table.row(row.strategy(), Figures.ratio(row.hitNanos()), Figures.ratio(row.setNanos()));
    }
    return new Titled(
        "alone", new Page.Heading("Each strategy on one thread, measured here", ""), table);
  }
}
