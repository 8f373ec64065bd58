package klomp.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PageTest {

  private static final Chart.Axes BARS =
      new Chart.Axes(Chart.Form.STACKED, Chart.Unit.MICROS, "microseconds a commit", "strategy");

  private static Chart.Series part(String label, double... values) {
    List<Chart.Point> points =
        java.util.Arrays.stream(values).mapToObj(Chart.Point::exact).toList();
    return new Chart.Series(label, 0, 0, points);
  }

  private static Chart chart(Chart.View... views) {
    return new Chart(
        "model",
        new Page.Heading("Waits on 64 cores", "", "modelled, not measured"),
        "It waits.",
        BARS,
        List.of(views));
  }

  @Test
  void whatIsNotMeasuredIsLabelledInItsHeading() {
    Chart chart = chart(new Chart.View("", List.of("a", "b"), List.of(part("lock", 1, 2))));
    Origin origin = new Origin("1", "abc", "17", new Machine(2, "some", 1L << 30, "Linux"), "then");
    String html =
        new Page(
                "A page",
                List.of(),
                List.of(
                    new Page.Section(
                        new Page.Heading("Model", "", "modelled, not measured"), List.of(chart))),
                new Page.About(origin, Map.of()),
                Map.of())
            .render();
    String label = "<span class=\"label\">modelled, not measured</span>";
    assertTrue(html.contains("Waits on 64 cores " + label + "</h3>"));
    assertTrue(html.contains("Model " + label + "</h2>"));
  }

  @Test
  void theTableOfBarsHasARowForEachAndItsTotal() {
    Chart.View view =
        new Chart.View(
            "", List.of("a", "b"), List.of(part("lock", 1, 200), part("sync", 2.5, 4000)));
    assertEquals(
        """
        strategy  lock   sync  total
        --------  ----  -----  -----
        a          1.0    2.5    3.5
        b          200  4,000  4,200
        """,
        chart(view).table(view).render());
  }

  @Test
  void aChartWithoutAnythingToDrawIsRefused() {
    assertThrows(IllegalArgumentException.class, PageTest::chart);
  }
}
