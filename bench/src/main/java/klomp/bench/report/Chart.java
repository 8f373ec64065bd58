package klomp.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Figures that a page draws, each with a table that says the same.
 *
 * @param id unique in the page: lower-case letters, digits and hyphens
 * @param heading its title, how to read it, and its label
 * @param fact what it shows in one sentence, for those who do not see it
 * @param axes how it is drawn
 * @param views one or more; with more than one the reader picks, and the last one comes first
 */
public record Chart(String id, Page.Heading heading, String fact, Axes axes, List<View> views)
    implements Page.Block {

  private static final String NONE = "-";

  public Chart {
    views = List.copyOf(views);
    if (views.isEmpty()) {
      throw new IllegalArgumentException("the chart " + id + " has nothing to draw");
    }
  }

  /** How the figures are drawn. */
  public enum Form {
    /** Lines over positions, each with a band from its lowest to its highest value. */
    LINES,
    /** The same with a logarithmic scale; values are above 0. */
    LOG_LINES,
    /** A horizontal bar for each position, made of parts that add up. */
    STACKED,
    /** As {@link #STACKED}, with parts that have an order (sizes), as shares of 100 percent. */
    SHARES
  }

  /** What the values are. */
  public enum Unit {
    PER_SECOND,
    /** A change in percent, signed. */
    CHANGE,
    /** A part of a whole in percent. */
    SHARE,
    MICROS;

    /** A value as it stands in tables. */
    public String write(double value) {
      return switch (this) {
        case PER_SECOND -> Figures.count(value);
        case CHANGE -> Figures.percent(value);
        case SHARE -> Figures.share(value);
        case MICROS -> Figures.micros(value);
      };
    }
  }

  /**
   * Form and meaning.
   *
   * @param form how it is drawn
   * @param unit what the values are
   * @param valueTitle what the values are called, with their unit
   * @param xTitle what the positions are
   * @param guide where to draw a line above zero, and one as far below, that values should stay
   *     between; 0 for none
   * @param lineTitle what a line is one of
   */
  public record Axes(
      Form form, Unit unit, String valueTitle, String xTitle, double guide, String lineTitle) {
    public Axes(Form form, Unit unit, String valueTitle, String xTitle, double guide) {
      this(form, unit, valueTitle, xTitle, guide, "strategy");
    }

    public Axes(Form form, Unit unit, String valueTitle, String xTitle) {
      this(form, unit, valueTitle, xTitle, 0);
    }

    boolean bars() {
      return form == Form.STACKED || form == Form.SHARES;
    }
  }

  /**
   * One of several pictures of the same kind.
   *
   * @param name what sets it apart from the others; empty if it is the only one
   * @param x the labels of the positions
   * @param series lines, or parts of bars
   */
  public record View(String name, List<String> x, List<Series> series) {}

  /**
   * A line, or a part of each bar.
   *
   * @param label its name
   * @param hue which colour, and for lines which marker, from 0; equal ones belong together
   * @param dash which dash pattern or hatching, from 0, to tell those apart
   * @param points one for each position, null where there is none
   */
  public record Series(String label, int hue, int dash, List<Point> points) {}

  /** A value with its range. */
  public record Point(double value, double min, double max) {
    public static Point exact(double value) {
      return new Point(value, value, value);
    }
  }

  /** The figures of a view as a table. Lines and positions become rows, whichever are longer. */
  TextTable table(View view) {
    List<String> header = new ArrayList<>();
    boolean bars = axes.bars();
    header.add(bars ? axes.xTitle() : axes.lineTitle());
    if (bars) {
      view.series().forEach(part -> header.add(part.label()));
    } else {
      header.addAll(view.x());
    }
    boolean totals = axes.form() == Form.STACKED;
    if (totals) {
      header.add("total");
    }
    TextTable table = new TextTable(header);
    if (bars) {
      for (int i = 0; i < view.x().size(); i++) {
        int position = i;
        List<String> cells = new ArrayList<>(List.of(view.x().get(i)));
        view.series().forEach(part -> cells.add(cell(part.points().get(position))));
        if (totals) {
          cells.add(total(view, position));
        }
        table.row(cells);
      }
    } else {
      view.series()
          .forEach(
              line -> {
                List<String> cells = new ArrayList<>(List.of(line.label()));
                line.points().forEach(point -> cells.add(cell(point)));
                table.row(cells);
              });
    }
    return table;
  }

  private String total(View view, int position) {
    List<Point> parts =
        view.series().stream()
            .map(part -> part.points().get(position))
            .filter(Objects::nonNull)
            .toList();
    return parts.isEmpty()
        ? NONE
        : axes.unit().write(parts.stream().mapToDouble(Point::value).sum());
  }

  private String cell(Point point) {
    if (point == null) {
      return NONE;
    }
    String value = axes.unit().write(point.value());
    return point.min() == point.max()
        ? value
        : value
            + " ("
            + axes.unit().write(point.min())
            + " to "
            + axes.unit().write(point.max())
            + ")";
  }

  /** A word that may stand in an {@link #id}. */
  public static String word(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
