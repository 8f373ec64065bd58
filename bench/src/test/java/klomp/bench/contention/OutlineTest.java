package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import klomp.api.Isolation;
import klomp.bench.targets.StoreSettings;
import org.junit.jupiter.api.Test;

final class OutlineTest {

  private static Schedule schedule(List<Outline> outlines) {
    return new Schedule(
        outlines.stream()
            .map(
                outline ->
                    new Plan(
                        outline.experiment(),
                        Plan.variants(outline.grid().strategies(), outline.grid().buffers()),
                        outline.grid().clients(),
                        outline.grid().subtransactions(),
                        outline.runs(),
                        new Plan.Load(
                            Script.SAVEPOINT_UPDATE,
                            outline.history(),
                            Isolation.READ_COMMITTED,
                            outline.timing()),
                        StoreSettings.DEFAULT))
            .toList());
  }

  @Test
  void theFullSetFitsInAnHourAndTheQuickOneInThreeMinutes() {
    double full = schedule(Outline.full()).seconds();
    double quick = schedule(Outline.quick()).seconds();
    assertTrue(full < 55 * 60, "full takes " + full + " s");
    assertTrue(quick < 165, "quick takes " + quick + " s");
  }

  @Test
  void bothHaveEveryKindAndTheBaseline() {
    for (List<Outline> outlines : List.of(Outline.full(), Outline.quick())) {
      assertEquals(
          List.of(Kind.values()),
          outlines.stream().map(outline -> outline.experiment().kind()).distinct().toList());
      schedule(outlines)
          .plans()
          .forEach(plan -> assertTrue(plan.variants().contains(Variant.BASELINE)));
    }
  }

  private static List<String> chosen(
      List<Kind> kinds, List<String> targets, List<String> durabilities) {
    return Outline.choose(Outline.full(), kinds, targets, durabilities).stream()
        .map(outline -> outline.experiment().label() + ", runs " + outline.runs())
        .toList();
  }

  @Test
  void targetsAndDurabilitiesReplaceThoseOfTheDefault() {
    assertEquals(Outline.full(), Outline.choose(Outline.full(), all(), null, null));
    assertEquals(
        List.of("clients, server, async, runs 3", "clients, server, sync, runs 3"),
        chosen(List.of(Kind.CLIENTS), List.of("server"), List.of("async", "sync")));
    assertEquals(
        List.of("buffers, server, async, runs 3", "buffers, embedded, async, runs 3"),
        chosen(List.of(Kind.BUFFERS), List.of("server", "embedded"), null));
    assertEquals(
        List.of("clients, embedded, sync, runs 3"),
        chosen(List.of(Kind.CLIENTS), List.of("embedded"), List.of("sync")));
  }

  private static List<Kind> all() {
    return Arrays.asList(Kind.values());
  }

  @Test
  void aScheduleSaysWhatItTakesAndKnowsWhatTwoRunsMustShare() {
    Schedule schedule = schedule(Outline.full());
    String text = schedule.text();
    assertTrue(text.contains("overflow, embedded, async"), text);
    assertTrue(text.contains("minutes in all"), text);
    var settings = schedule.settings(Rows.of(Variant.BASELINE, 1, 1, 1).origin());
    assertEquals("abc", settings.get("commit"));
    assertEquals("500000", settings.get("buffers, embedded, async: keys"));
    double cells =
        schedule.secondsOf(Rows.of(Variant.BASELINE, 1, 1, 1))
            + schedule.secondsOf(Rows.of(Variant.BASELINE, 256, 1, 1));
    assertTrue(cells > 3 && cells < 10, "two cells " + cells);
  }
}
