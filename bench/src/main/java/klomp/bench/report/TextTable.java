package klomp.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table for a terminal or a mail: the first column to the left, the others to the right. Also the
 * source of a report's HTML tables, so that both say the same.
 */
public final class TextTable {

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(List<String> header) {
    this.header = List.copyOf(header);
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if it has not as many cells as the header
   */
  public TextTable row(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "a row has " + header.size() + " cells, not " + cells.size());
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  public TextTable row(String... cells) {
    return row(List.of(cells));
  }

  public List<String> header() {
    return header;
  }

  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  /** The lines, each ending in a line feed. */
  public String render() {
    int[] widths = new int[header.size()];
    widen(widths, header);
    rows.forEach(row -> widen(widths, row));
    StringBuilder text = new StringBuilder();
    line(text, widths, header);
    for (int i = 0; i < widths.length; i++) {
      text.append(i == 0 ? "" : "  ").append("-".repeat(widths[i]));
    }
    text.append('\n');
    rows.forEach(row -> line(text, widths, row));
    return text.toString();
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], cells.get(i).length());
    }
  }

  private static void line(StringBuilder text, int[] widths, List<String> cells) {
    int start = text.length();
    for (int i = 0; i < widths.length; i++) {
      String cell = cells.get(i);
      String gap = " ".repeat(widths[i] - cell.length());
      text.append(i == 0 ? cell + gap : "  " + gap + cell);
    }
    int end = text.length();
    while (end > start && text.charAt(end - 1) == ' ') {
      end--;
    }
    text.setLength(end);
    text.append('\n');
  }

  @Override
  public String toString() {
    return render();
  }
}
