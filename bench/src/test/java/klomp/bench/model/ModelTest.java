package klomp.bench.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import klomp.bench.report.Chart;
import klomp.bench.report.Json;
import klomp.bench.report.Origin;
import klomp.bench.report.Page;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ModelTest {

  private static final Variant DIRECT = new Variant(ClogStrategy.DIRECT, 0);
  private static final Variant GROUP = new Variant(ClogStrategy.GROUP_UPDATE, 128);

  private static ModelResults results;

  @BeforeAll
  static void model() {
    ModelPlan plan =
        new ModelPlan(
            List.of(Variant.BASELINE, GROUP, DIRECT),
            List.of(1, 2, 64),
            List.of(1, 8),
            3,
            64,
            0,
            1);
    List<Validation.Row> checks =
        List.of(
            new Validation.Row(DIRECT, 2, 1, 1_000, 1_100),
            new Validation.Row(DIRECT, 2, 2, 1_000, 700),
            new Validation.Row(DIRECT, 2, 8, 1_000, 1_020));
    results = new Model(plan, Origin.current()).run(TestTimes.usual(), checks, step -> {});
  }

  @Test
  void everyHeadingOfModelledFiguresSaysSo() {
    ModelReport report = new ModelReport(results);
    Page page = report.page();
    assertTrue(page.title().contains(ModelReport.LABEL));
    assertFalse(page.charts().isEmpty());
    for (Chart chart : page.charts()) {
      assertTrue(chart.title().contains(ModelReport.LABEL), chart.title());
    }
    for (Page.Section section : page.sections()) {
      boolean says = section.title().contains(ModelReport.LABEL);
      boolean measured =
          section.title().contains("measured") || section.title().contains("is fed with");
      assertTrue(says || measured, section.title());
    }
    assertTrue(report.text().startsWith("Klomp model: " + ModelReport.LABEL));
    assertTrue(page.render().contains(ModelReport.LABEL));
  }

  @Test
  void theJsonSaysThatItIsModelledAndComesBack() {
    String text = Json.text(results);
    assertTrue(text.contains("\"modelled\" : true"), text.substring(0, 200));
    assertFalse(text.contains("\"modelled\" : false"));
    assertEquals(results, Json.parse(text, ModelResults.class));
  }

  @Test
  void thereIsACellForEveryPlace() {
    assertEquals(3 * 3 * 2, results.cells().size());
    results.cells().forEach(cell -> assertTrue(cell.perSecond() > 0, cell.toString()));
    assertEquals(
        results.cell(DIRECT, 64, 8).orElseThrow().perSecond(),
        8 * results.cell(DIRECT, 1, 1).orElseThrow().perSecond(),
        0.05 * results.cell(DIRECT, 64, 8).orElseThrow().perSecond());
  }

  @Test
  void theMedianErrorIsOfDeviationsEitherWay() {
    assertEquals(10, results.medianError(), 1e-9);
  }

  @Test
  void eachPostedFigureIsAnsweredAndEachNoHasAReason() {
    assertEquals(7, results.posted().size());
    for (ModelResults.PostedRow row : results.posted()) {
      assertTrue(row.reproduced() || !row.why().isBlank(), row.claim());
    }
  }

  @Test
  void eachAssumptionIsHalvedAndDoubled() {
    for (Service service : Service.values()) {
      if (!service.isMeasured()) {
        long rows =
            results.sensitivity().stream()
                .filter(row -> row.assumption().equals(service.label()))
                .count();
        assertEquals(2, rows, service.label());
      }
    }
  }
}
