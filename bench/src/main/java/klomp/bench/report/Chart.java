package klomp.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Lines over a row of positions, each with a band from its lowest to its highest value.
 *
 * @param id unique in the page, a plain word
 * @param title what it shows
 * @param unit of the values
 * @param xTitle what the positions are
 * @param x the labels of the positions
 * @param series the lines
 */
public record Chart(
    String id, String title, String unit, String xTitle, List<String> x, List<Series> series) {

  /**
   * A line.
   *
   * @param label its name
   * @param hue which colour, from 0; equal ones for lines that belong together
   * @param dash which dash pattern, from 0, to tell those apart
   * @param points one for each position, null where there is none
   */
  public record Series(String label, int hue, int dash, List<Point> points) {}

  /** A value with its range. */
  public record Point(double value, double min, double max) {}

  /** The same figures as a table, for those who cannot or would rather not look at the chart. */
  TextTable table() {
    List<String> header = new ArrayList<>(List.of(xTitle));
    series.forEach(line -> header.add(line.label()));
    TextTable table = new TextTable(header);
    for (int i = 0; i < x.size(); i++) {
      int position = i;
      List<String> cells = new ArrayList<>(List.of(x.get(i)));
      series.forEach(line -> cells.add(cell(line.points().get(position))));
      table.row(cells);
    }
    return table;
  }

  private String cell(Point point) {
    if (point == null) {
      return "-";
    }
    String value = number(point.value());
    return point.min() == point.max()
        ? value
        : value + " (" + number(point.min()) + " to " + number(point.max()) + ")";
  }

  private String number(double value) {
    return Objects.equals(unit, "%") ? Figures.percent(value) : Figures.count(value);
  }
}
