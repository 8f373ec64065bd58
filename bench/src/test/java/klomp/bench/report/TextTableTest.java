package klomp.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTableTest {

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    String text =
        new TextTable(List.of("clients", "a", "longer"))
            .row("1", "1,234,567", "2")
            .row("  range", "-", "33")
            .render();
    assertEquals(
        """
        clients          a  longer
        -------  ---------  ------
        1        1,234,567       2
          range          -      33
        """,
        text);
  }

  @Test
  void aRowWithAnotherNumberOfCellsIsRefused() {
    TextTable table = new TextTable(List.of("a", "b"));
    assertThrows(IllegalArgumentException.class, () -> table.row("1"));
  }
}
