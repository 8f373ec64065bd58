package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import klomp.bench.measure.Latencies;
import klomp.bench.measure.Sample;
import klomp.bench.report.Chart;
import klomp.bench.report.Chart.Axes;
import klomp.bench.report.Chart.Form;
import klomp.bench.report.Chart.Point;
import klomp.bench.report.Chart.Series;
import klomp.bench.report.Chart.Unit;
import klomp.bench.report.Chart.View;
import klomp.bench.report.Figures;
import klomp.bench.report.Page;

/** The line charts of sweeps. */
final class Curves {

  private static final List<String> PERCENTILES = List.of("p50", "p95", "p99", "p99.9", "max");

  /** Of one kind, one for each number of clients. */
  private final List<Sweep> sweeps;

  private final String idStart;

  /**
   * The charts of {@code sweeps}, whose names begin with {@code idStart}.
   *
   * @param sweeps one or more of one kind
   */
  Curves(List<Sweep> sweeps, String idStart) {
    this.sweeps = sweeps;
    this.idStart = idStart;
  }

  /** A figure of a line at a position. */
  @FunctionalInterface
  private interface Figure {
    Optional<Point> at(Sweep sweep, Sweep.Line line, int position);
  }

  private static Point point(Sample sample) {
    return new Point(sample.median(), sample.min(), sample.max());
  }

  /** Transactions, or look-ups, a second. */
  Chart throughput(Page.Heading heading) {
    return lines(
        "tps",
        heading,
        new Axes(Form.LINES, Unit.PER_SECOND, sweeps.get(0).perSecond(), xTitle()),
        (sweep, line, position) -> sweep.tps(line, position).map(Curves::point));
  }

  /**
   * The change against each cell's reference, if there is any.
   *
   * @param guide how far it should stay from zero, in percent; 0 if it may be anything
   */
  Optional<Chart> gain(Page.Heading heading, double guide) {
    boolean compared =
        sweeps.stream()
            .anyMatch(
                sweep ->
                    sweep.lines().stream()
                        .anyMatch(
                            line ->
                                sweep.positions().stream()
                                    .anyMatch(
                                        position -> sweep.comparison(line, position).isPresent())));
    if (!compared) {
      return Optional.empty();
    }
    return Optional.of(
        lines(
            "gain",
            heading,
            new Axes(Form.LINES, Unit.CHANGE, "change in percent", xTitle(), guide),
            Curves::gain));
  }

  private static Optional<Point> gain(Sweep sweep, Sweep.Line line, int position) {
    return sweep
        .tps(sweep.reference(line, position))
        .map(Sample::median)
        .filter(base -> base > 0)
        .flatMap(
            base ->
                sweep
                    .tps(line, position)
                    .map(
                        tps ->
                            new Point(
                                percent(tps.median(), base),
                                percent(tps.min(), base),
                                percent(tps.max(), base))));
  }

  private static double percent(double value, double base) {
    return (value / base - 1) * 100;
  }

  /** Look-ups that found their page, in percent of all, if any were counted. */
  Optional<Chart> hitRatio(Page.Heading heading) {
    boolean counted =
        sweeps.stream()
            .flatMap(sweep -> sweep.rows().stream())
            .anyMatch(row -> lookUps(row.clog()) > 0);
    if (!counted) {
      return Optional.empty();
    }
    return Optional.of(
        lines(
            "hits",
            heading,
            new Axes(Form.LINES, Unit.SHARE, "hits in percent of look-ups", xTitle()),
            (sweep, line, position) ->
                sweep.at(sweep.cell(line, position)).rows().stream()
                        .anyMatch(row -> lookUps(row.clog()) > 0)
                    ? sweep.sample(line, position, row -> hitPercent(row.clog())).map(Curves::point)
                    : Optional.empty()));
  }

  private static long lookUps(SortedMap<String, Long> clog) {
    return clog.getOrDefault("clog.hits", 0L) + clog.getOrDefault("clog.misses", 0L);
  }

  static double hitPercent(Map<String, Long> clog) {
    long hits = clog.getOrDefault("clog.hits", 0L);
    long all = hits + clog.getOrDefault("clog.misses", 0L);
    return all == 0 ? 0 : 100.0 * hits / all;
  }

  /** Percentiles of the time of a transaction; a view for each number of clients. */
  Optional<Chart> latency(Page.Heading heading) {
    Sweep sweep = sweeps.get(0);
    if (sweep.rows().stream().anyMatch(row -> row.counts().latency() == null)) {
      return Optional.empty();
    }
    List<View> views = new ArrayList<>();
    for (int clients : sweep.positions()) {
      List<Series> series = new ArrayList<>();
      for (Sweep.Line line : sweep.lines()) {
        List<Point> points = new ArrayList<>();
        for (String percentile : PERCENTILES) {
          points.add(
              sweep
                  .sample(line, clients, row -> micros(row.counts().latency(), percentile))
                  .filter(sample -> sample.min() > 0)
                  .map(Curves::point)
                  .orElse(null));
        }
        series.add(new Series(line.label(), line.hue(), line.dash(), points));
      }
      views.add(new View(Sweep.clients(clients), PERCENTILES, series));
    }
    String fact =
        "At "
            + views.get(views.size() - 1).name()
            + " "
            + extreme(views.get(views.size() - 1), 2, Comparator.reverseOrder())
                .map(
                    best ->
                        best.label()
                            + " has the lowest 99th percentile, "
                            + Figures.micros(best.points().get(2).value())
                            + " microseconds.")
                .orElse("nothing was measured.");
    return Optional.of(
        new Chart(
            idStart + "-latency",
            heading,
            fact,
            new Axes(
                Form.LOG_LINES,
                Unit.MICROS,
                "microseconds, each line ten times the last",
                "percentile"),
            views));
  }

  private static double micros(Latencies.Summary latency, String percentile) {
    return switch (percentile) {
      case "p50" -> latency.p50Micros();
      case "p95" -> latency.p95Micros();
      case "p99" -> latency.p99Micros();
      case "p99.9" -> latency.p999Micros();
      default -> latency.maxMicros();
    };
  }

  private Chart lines(String id, Page.Heading heading, Axes axes, Figure figure) {
    List<View> views = new ArrayList<>();
    for (Sweep sweep : sweeps) {
      List<Series> series = new ArrayList<>();
      for (Sweep.Line line : sweep.lines()) {
        List<Point> points = new ArrayList<>();
        sweep
            .positions()
            .forEach(position -> points.add(figure.at(sweep, line, position).orElse(null)));
        if (points.stream().anyMatch(point -> point != null)) {
          series.add(new Series(line.label(), line.hue(), line.dash(), points));
        }
      }
      views.add(
          new View(
              sweeps.size() == 1 ? "" : Sweep.clients(sweep.clients()),
              sweep.positions().stream().map(Figures::count).toList(),
              series));
    }
    return new Chart(
        idStart + "-" + id, heading, fact(views.get(views.size() - 1), axes), axes, views);
  }

  /** Which line is highest at the last position. */
  private static String fact(View view, Axes axes) {
    int last = view.x().size() - 1;
    return extreme(view, last, Comparator.naturalOrder())
        .map(
            best ->
                "At "
                    + view.x().get(last)
                    + " "
                    + axes.xTitle()
                    + " "
                    + best.label()
                    + " is highest: "
                    + axes.unit().write(best.points().get(last).value())
                    + (axes.unit() == Unit.PER_SECOND ? " " + axes.valueTitle() : "")
                    + ".")
        .orElse("Nothing was measured at the last position.");
  }

  private static Optional<Series> extreme(View view, int position, Comparator<Double> order) {
    Function<Series, Double> value = line -> line.points().get(position).value();
    return view.series().stream()
        .filter(line -> line.points().get(position) != null)
        .max(Comparator.comparing(value, order));
  }

  private String xTitle() {
    return sweeps.get(0).xTitle();
  }
}
