package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import klomp.api.ClogStrategy;
import klomp.bench.measure.Latencies;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.report.Machine;
import klomp.bench.report.Origin;
import klomp.bench.report.Page;
import klomp.bench.report.TextTable;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

final class ReportTest {

  private static final Origin ORIGIN =
      new Origin("1.0", "abc</script>", "JVM 17", new Machine(2, "CPU & co", 1 << 30, "OS"), "now");
  private static final Variant GROUP = new Variant(ClogStrategy.GROUP_UPDATE, 32);

  private static Measurement row(Variant variant, int clients, int run, double tps) {
    Latencies.Summary latency = new Latencies.Summary(1, 1, 1, 1, 1, 1, 1);
    return new Measurement(
        ORIGIN,
        Map.of("script", "savepoint-update"),
        new Experiment(Kind.CLIENTS, "server", "async", 0),
        variant,
        clients,
        run,
        new Measurement.Counts(1, (long) tps, 10, tps, latency, null),
        new TreeMap<>(Map.of("clog.blocked", (long) tps * 2)),
        new TreeMap<>(Map.of("wait.wal.sync.count", (long) tps)));
  }

  private static Results results() {
    List<Measurement> rows = new ArrayList<>();
    double[][] base = {{1000, 1100, 1050}, {8000, 8200, 7900}};
    double[][] group = {{990, 1000, 1010}, {9600, 9520, 9680}};
    int[] clients = {1, 64};
    for (int c = 0; c < 2; c++) {
      for (int run = 0; run < 3; run++) {
        rows.add(row(Variant.BASELINE, clients[c], run + 1, base[c][run]));
        rows.add(row(GROUP, clients[c], run + 1, group[c][run]));
      }
    }
    return Results.of(rows);
  }

  private static Sweep sweep(Results results) {
    return Sweep.of(results, Kind.CLIENTS, "server", "async").get(0);
  }

  private static List<String> sentences(Results results) {
    return new Findings(sweep(results)).sentences();
  }

  @Test
  void theTableHasMedianRangeAndChangeForEachStrategyAndNumberOfClients() {
    assertEquals(
        """
        strategy                   1           64
        ---------------  -----------  -----------
        control-lock/32        1,050        8,000
          range          1,000-1,100  7,900-8,200
        group-update/32        1,000        9,600
          range            990-1,010  9,520-9,680
          change            -4.8 % ~      +20.0 %
        """,
        new Tables(sweep(results())).throughput().render());
  }

  @Test
  void findingsSayNoMoreThanTheRangesAllow() {
    assertEquals(
        List.of(
            "With 64 clients group-update/32 was fastest: 9,600 transactions a second, +20.0 %"
                + " over control-lock/32, beyond noise.",
            "With 1 client control-lock/32 was fastest: 1,050 transactions a second; it is the"
                + " baseline; no difference from it is shown for group-update/32.",
            "No regression with 1 client: nothing is slower than control-lock/32 beyond noise.",
            "Against control-lock/32 with 64 clients: faster beyond noise: group-update/32"
                + " +20.0 %."),
        sentences(results()).subList(0, 4));
  }

  @Test
  void aRegressionBeyondNoiseIsNamed() {
    Results slow =
        Results.of(
            List.of(
                row(Variant.BASELINE, 2, 1, 100),
                row(Variant.BASELINE, 2, 2, 102),
                row(GROUP, 2, 1, 90),
                row(GROUP, 2, 2, 91)));
    assertTrue(
        sentences(slow)
            .contains(
                "Regression, slower than control-lock/32 beyond noise: with 2 clients"
                    + " group-update/32 -10.4 %."),
        sentences(slow).toString());
  }

  @Test
  void overlappingRangesAreCalledSo() {
    Results close =
        Results.of(
            List.of(
                row(Variant.BASELINE, 1, 1, 100),
                row(Variant.BASELINE, 1, 2, 120),
                row(GROUP, 1, 1, 110),
                row(GROUP, 1, 2, 130)));
    assertTrue(sentences(close).get(0).endsWith("no difference is shown."));
  }

  @Test
  void oneRunShowsNothingBeyondNoise() {
    Results once = Results.of(List.of(row(Variant.BASELINE, 1, 1, 100), row(GROUP, 1, 1, 50)));
    String all = String.join(" ", sentences(once));
    assertFalse(all.contains("beyond noise"), all);
    assertTrue(all.contains("Each cell was measured once"), all);
  }

  @Test
  void clogCountersAreShownPerCommitAndAbortsPerHundred() {
    Tables tables = new Tables(sweep(results()));
    assertEquals(List.of("strategy", "blocked"), tables.clog().header());
    assertTrue(tables.clog().rows().contains(List.of("group-update/32", "2.000")));
    assertTrue(
        tables.aborts().rows().contains(List.of("group-update/32", "1.00", "0.10")),
        tables.aborts().toString());
  }

  @Test
  void theTextEndsWithMachineSettingsAndCommit() {
    String text = new Report(results()).text();
    assertTrue(text.contains("2 cores, CPU & co"), text);
    assertTrue(text.contains("commit abc"), text);
    assertTrue(text.contains("script savepoint-update"), text);
  }

  @Test
  void thePageIsWellFormedAndHasTheNumbersOfTheJson() throws Exception {
    Results results = results();
    String html = page(results).render();
    String markup = withoutScriptsAndStyles(html);
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    parser.parse(new InputSource(new StringReader(markup)));
    TextTable table = new Tables(sweep(results)).throughput();
    table.rows().forEach(row -> row.forEach(cell -> assertTrue(html.contains(cell.trim()))));
    String embedded = between(html, "id=\"results\">", "</script>");
    assertEquals(Packed.of(results), Json.parse(embedded, Packed.class));
    for (Measurement row : results.rows()) {
      assertTrue(embedded.contains(Double.toString(row.counts().tps())));
    }
    assertTrue(html.contains(Figures.percent(20)));
  }

  @Test
  void thePageLoadsNothing() {
    String markup = withoutScriptsAndStyles(page(results()).render());
    for (String loading :
        List.of("src=", "href=\"h", "href=\"/", "http:", "https:", "@import", "url(")) {
      assertFalse(markup.contains(loading), loading);
    }
  }

  @Test
  void everyChartHasALabelAndATable() {
    String html = page(results()).render();
    for (String id : List.of("server-async-clients-tps", "server-async-clients-gain")) {
      assertTrue(html.contains("id=\"" + id + "\" role=\"img\" aria-label="), id);
    }
    assertTrue(html.contains("9,600 (9,520 to 9,680)"));
    assertTrue(html.contains("+20.0 % (+19.0 % to +21.0 %)"));
  }

  private static Page page(Results results) {
    return new Report(results).page("Report <1> & more", List.of("A sentence."), List.of());
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  /** What is left is written as XML too. */
  private static String withoutScriptsAndStyles(String html) {
    return html.replaceAll("(?s)<script.*?</script>", "")
        .replaceAll("(?s)<style>.*?</style>", "")
        .replace("<!DOCTYPE html>", "")
        .trim();
  }
}
