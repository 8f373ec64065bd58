package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.bench.report.Chart;
import klomp.bench.report.Chart.Axes;
import klomp.bench.report.Chart.Form;
import klomp.bench.report.Chart.Point;
import klomp.bench.report.Chart.Series;
import klomp.bench.report.Chart.Unit;
import klomp.bench.report.Chart.View;
import klomp.bench.report.Figures;
import klomp.bench.report.Page;

/** Where the waiting went, and how large the groups of group update were. */
final class Waits {

  /** What the statistics of group sizes begin with. */
  static final String GROUPS = "clog.groupsOf.";

  private static final String START = "wait.";
  private static final String NANOS = ".nanos";

  /** Below this share of the largest total, in percent, an event is not worth a colour. */
  private static final double SMALL_PERCENT = 0.5;

  private static final List<Event> EVENTS =
      List.of(
          new Event("clog.controlLock", "commit log: control lock", 0, 0),
          new Event("clog.contentLock", "commit log: content lock", 0, 1),
          new Event("clog.groupUpdate", "commit log: group's leader", 1, 0),
          new Event("clog.handover", "commit log: single writer", 1, 1),
          new Event("clog.slotIo", "commit log: page in transfer", 2, 0),
          new Event("clog.pageRead", "commit log: page read", 2, 1),
          new Event("wal.sync", "WAL: sync", 3, 0),
          new Event("wal.space", "WAL: room in the ring", 3, 1),
          new Event("lock.key", "key lock", 4, 0),
          new Event("page.read", "data page: read", 5, 0),
          new Event("page.frame", "data page: free frame", 5, 1),
          new Event("tree.latch", "tree latch", 6, 0),
          new Event("checkpoint.gate", "checkpoint gate", 6, 1));

  private static final List<String> GROUP_SIZES =
      List.of("1", "2", "3to4", "5to8", "9to16", "17to32", "33to64", "65to128", "over128");

  private final Sweep sweep;
  private final List<Event> events;

  Waits(Sweep sweep) {
    this.sweep = sweep;
    this.events = events(sweep);
  }

  /** A wait event: its statistic's name without start and end, in words, and how it is drawn. */
  private record Event(String name, String label, int hue, int dash) {}

  /** Microseconds of waiting a commit, by event in words; in the events' order. */
  Map<String, Double> microsPerCommit(Cell cell) {
    SortedMap<String, Double> values = sweep.at(cell).waitsPerCommit(cell);
    Map<String, Double> micros = new LinkedHashMap<>();
    for (Event event : events) {
      Double nanos = values.get(START + event.name() + NANOS);
      if (nanos != null) {
        micros.put(event.label(), nanos / 1e3);
      }
    }
    return micros;
  }

  /** Those known, in their order, then those that only the results know. */
  private static List<Event> events(Sweep sweep) {
    SortedMap<String, Event> unknown = new TreeMap<>();
    for (Measurement row : sweep.rows()) {
      for (String name : row.waits().keySet()) {
        if (name.startsWith(START) && name.endsWith(NANOS)) {
          String event = name.substring(START.length(), name.length() - NANOS.length());
          unknown.put(event, new Event(event, event, 6, 2));
        }
      }
    }
    EVENTS.forEach(event -> unknown.remove(event.name()));
    List<Event> events = new ArrayList<>(EVENTS);
    events.addAll(unknown.values());
    return events;
  }

  /** The waits of each line, a view for each position; none if no waiting was counted. */
  Optional<Chart> chart(String id, Page.Heading heading) {
    List<View> views = new ArrayList<>();
    for (int position : sweep.positions()) {
      List<Map<String, Double>> lines =
          sweep.lines().stream().map(line -> microsPerCommit(sweep.cell(line, position))).toList();
      double largest = lines.stream().mapToDouble(Waits::total).max().orElse(0);
      if (largest > 0) {
        views.add(new View(Sweep.clients(position), labels(), parts(lines, largest)));
      }
    }
    if (views.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            id,
            heading,
            fact(),
            new Axes(Form.STACKED, Unit.MICROS, "microseconds a commit", "strategy"),
            views));
  }

  private List<Series> parts(List<Map<String, Double>> lines, double largest) {
    List<Series> parts = new ArrayList<>();
    double[] rest = new double[lines.size()];
    for (Event event : events) {
      List<Point> points = new ArrayList<>();
      double most = 0;
      for (Map<String, Double> line : lines) {
        double value = line.getOrDefault(event.label(), 0.0);
        most = Math.max(most, value);
        points.add(line.isEmpty() ? null : Point.exact(value));
      }
      if (most * 100 >= largest * SMALL_PERCENT) {
        parts.add(new Series(event.label(), event.hue(), event.dash(), points));
      } else {
        for (int i = 0; i < rest.length; i++) {
          rest[i] += lines.get(i).getOrDefault(event.label(), 0.0);
        }
      }
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rest.length; i++) {
      points.add(lines.get(i).isEmpty() ? null : Point.exact(rest[i]));
    }
    if (Arrays.stream(rest).anyMatch(value -> value > 0)) {
      parts.add(new Series("all others", 6, 3, points));
    }
    return parts;
  }

  private String fact() {
    return sweep.lines().stream()
        .max(
            Comparator.comparingDouble(
                line -> total(microsPerCommit(sweep.cell(line, sweep.last())))))
        .flatMap(
            line ->
                sentence(sweep.cell(line, sweep.last()))
                    .map(said -> "Most is waited under " + line.label() + ": " + said + "."))
        .orElse("No waiting was counted at the largest number of clients.");
  }

  /**
   * Such as {@code 1,234 microseconds a commit, most of it for WAL: sync (56 %)}; none if no
   * waiting was counted.
   */
  Optional<String> sentence(Cell cell) {
    Map<String, Double> micros = microsPerCommit(cell);
    double total = total(micros);
    return largest(cell)
        .map(
            event ->
                String.format(
                    Locale.ROOT,
                    "%s microseconds a commit, most of it for %s (%.0f %%)",
                    Figures.micros(total),
                    event,
                    100 * micros.get(event) / total));
  }

  /** The event that was waited for the longest; none if no waiting was counted. */
  Optional<String> largest(Cell cell) {
    return microsPerCommit(cell).entrySet().stream()
        .filter(event -> event.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  private static double total(Map<String, Double> micros) {
    return micros.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private List<String> labels() {
    return sweep.lines().stream().map(Sweep.Line::label).toList();
  }

  /** Sizes of groups, a view for each position; none if no group was counted. */
  Optional<Chart> groups(String id, Page.Heading heading) {
    List<View> views = new ArrayList<>();
    for (int position : sweep.positions()) {
      List<Sweep.Line> lines =
          sweep.lines().stream().filter(line -> groups(line, position) > 0).toList();
      if (lines.isEmpty()) {
        continue;
      }
      List<Series> parts = new ArrayList<>();
      for (String size : GROUP_SIZES) {
        List<Point> points = new ArrayList<>();
        for (Sweep.Line line : lines) {
          points.add(Point.exact(100 * count(line, position, size) / groups(line, position)));
        }
        parts.add(new Series(inWords(size), parts.size(), 0, points));
      }
      views.add(
          new View(Sweep.clients(position), lines.stream().map(Sweep.Line::label).toList(), parts));
    }
    if (views.isEmpty()) {
      return Optional.empty();
    }
    View last = views.get(views.size() - 1);
    double alone = last.series().get(0).points().get(0).value();
    String fact =
        String.format(
            Locale.ROOT,
            "At %s, %.0f %% of the groups of %s have one member.",
            last.name(),
            alone,
            last.x().get(0));
    return Optional.of(
        new Chart(
            id,
            heading,
            fact,
            new Axes(Form.SHARES, Unit.SHARE, "percent of the groups", "strategy"),
            views));
  }

  private static String inWords(String size) {
    return size.replace("to", " to ").replace("over", "over ");
  }

  private double groups(Sweep.Line line, int position) {
    return GROUP_SIZES.stream().mapToDouble(size -> count(line, position, size)).sum();
  }

  private double count(Sweep.Line line, int position, String size) {
    Cell cell = sweep.cell(line, position);
    return sweep.at(cell).clogPerCommit(cell).getOrDefault(GROUPS + size, 0.0);
  }
}
