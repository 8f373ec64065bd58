package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import klomp.bench.report.Browser;
import klomp.bench.report.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The report as a reader has it. In CI Chromium must be there; elsewhere the test is skipped
 * without it. Pictures go to {@code target/report-screenshots}.
 */
final class PageInBrowserTest {

  private static final Path PICTURES = Path.of("target", "report-screenshots");
  private static final int HEIGHT = 1800;

  /** Of pictures of the whole page there may be many: only on demand. */
  private static final int PICTURES_EACH = Integer.getInteger("klomp.report.pictures", 1);

  private static Browser browser;
  private static Path full;
  private static Path few;

  /** What the browser shows; null if a test has changed it. */
  private static Path shown;

  @BeforeAll
  static void start() throws IOException {
    if (System.getenv("CI") == null) {
      assumeTrue(
          Files.isExecutable(Browser.BINARY), "skipped: install chromium for " + Browser.BINARY);
    }
    full = PICTURES.resolve("report.html");
    new Report(SampleResults.full(20260102))
        .page("Klomp contention report", List.of(), List.of())
        .write(full);
    few = PICTURES.resolve("report-few.html");
    new Report(SampleResults.small(7)).page("Klomp report", List.of(), List.of()).write(few);
    browser = new Browser();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void reset() {
    browser.emulate("screen", "light");
    browser.resize(1400, HEIGHT);
  }

  /** Opening the full page takes a second or two, so tests that leave it as it is share it. */
  private static void show(Path page) {
    if (!page.equals(shown)) {
      browser.open(page);
      shown = page;
    }
  }

  private static JsonNode script(String resource) throws IOException {
    try (InputStream in = PageInBrowserTest.class.getResourceAsStream(resource)) {
      return browser.evaluate(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void assertNothingIsWiderThanTheWindow() {
    assertEquals(
        "[]",
        browser
            .evaluate(
                """
                (() => {
                  const inner = document.documentElement.clientWidth;
                  const wide = document.documentElement.scrollWidth > inner ? ["page"] : [];
                  for (const e of document.querySelectorAll("body *")) {
                    if (e.closest(".wide, pre, .unseen, .skip, details:not([open])")) continue;
                    const box = e.getBoundingClientRect();
                    if (box.width && (box.right > inner + 0.5 || box.left < -0.5)) {
                      wide.push(e.tagName + "." + e.className + " " + box.right);
                    }
                  }
                  return wide.slice(0, 10);
                })()
                """)
            .toString());
  }

  /** Each chart's canvas has pixels of several colours, and fills its place. */
  private static void assertEveryChartIsDrawn() {
    assertEquals(
        "[]",
        browser
            .evaluate(
                """
                [...document.querySelectorAll(".chart")].filter(chart => {
                  const canvas = chart.querySelector("canvas");
                  if (!canvas || canvas.getBoundingClientRect().width > chart.clientWidth + 1) return true;
                  if (canvas.getBoundingClientRect().width < chart.clientWidth * 0.9 && innerWidth < 700) return true;
                  const pixels = new Uint32Array(
                    canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
                  const colours = new Set();
                  let drawn = 0;
                  for (let i = 0; i < pixels.length; i += 7) {
                    if (pixels[i] >>> 24 > 200) { drawn++; if (colours.size < 5) colours.add(pixels[i]); }
                  }
                  return colours.size < 5 || drawn < pixels.length / 1400;
                }).map(chart => chart.id)
                """)
            .toString());
    assertEquals(
        0,
        browser
            .evaluate(
                """
                [...document.querySelectorAll(".legend")]
                  .filter(legend => legend.querySelectorAll(".entry").length < 2
                    || [...legend.querySelectorAll(".entry")].some(e => !e.textContent.trim())).length
                """)
            .asInt());
  }

  /** The page from its top on, a window after the other. */
  private static void pictures(String name) throws IOException {
    int height = browser.evaluate("document.documentElement.scrollHeight").asInt();
    for (int i = 0; i < PICTURES_EACH && i * HEIGHT < height; i++) {
      browser.evaluate(
          "new Promise(r => { scrollTo(0, " + i * HEIGHT + "); requestAnimationFrame(r); })");
      browser.picture(PICTURES.resolve(name + "-" + (i + 1) + ".png"));
    }
    browser.evaluate("scrollTo(0, 0)");
  }

  private static void assertNoComplaints() {
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  void everythingIsDrawnAndNothingIsCutOnPhoneAndDeskInLightAndDark() throws IOException {
    show(full);
    for (String scheme : List.of("light", "dark")) {
      browser.emulate("screen", scheme);
      assertEquals(
          scheme.equals("light") ? "rgb(255, 255, 255)" : "rgb(20, 23, 26)",
          browser.evaluate("getComputedStyle(document.body).backgroundColor").asText());
      for (int width : new int[] {1400, 390}) {
        browser.resize(width, HEIGHT);
        assertEveryChartIsDrawn();
        assertNothingIsWiderThanTheWindow();
        pictures(width + "-" + scheme);
      }
    }
    assertNoComplaints();
  }

  @Test
  void everyCellOfEveryTableIsWhatTheEmbeddedResultsComeTo() throws IOException {
    show(full);
    JsonNode checked = script("check.js");
    assertEquals("[]", checked.get("problems").toString());
    assertTrue(checked.get("tables").asInt() > 40, checked.toString());
    assertTrue(checked.get("cells").asInt() > 4000, checked.toString());
  }

  @Test
  void thePageGivesTheResultsBackAsTheyWere() throws IOException {
    show(few);
    shown = null;
    String text =
        browser
            .evaluate(
                """
                new Promise(done => {
                  const details = document.getElementById("raw-details");
                  details.addEventListener("toggle", () =>
                    done(document.getElementById("raw-text").textContent));
                  details.open = true;
                })
                """)
            .asText();
    assertEquals(SampleResults.small(7), Json.parse(text, Results.class));
    assertTrue(Files.size(full) < 3_000_000, "the page has " + Files.size(full) + " bytes");
    assertNoComplaints();
  }

  @Test
  void tablesAndChartsFitThePaper() throws IOException {
    show(full);
    browser.resize(718, HEIGHT);
    browser.emulate("print", "dark");
    assertEveryChartIsDrawn();
    assertEquals(
        0,
        browser.evaluate("document.querySelectorAll('figure details:not([open])').length").asInt());
    assertEquals(
        "[]",
        browser
            .evaluate(
                """
                [...document.querySelectorAll("table, canvas")]
                  .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
                  .map(e => (e.id || e.closest(".chart, .legend").id) + " " + e.getBoundingClientRect().right)
                """)
            .toString());
    assertEquals(
        "rgb(255, 255, 255)",
        browser.evaluate("getComputedStyle(document.body).backgroundColor").asText());
    pictures("print");
    browser.emulate("screen", "light");
    assertEquals(
        0, browser.evaluate("document.querySelectorAll('figure details[open]').length").asInt());
    assertNoComplaints();
  }

  @Test
  void noRuleOfAccessibilityIsBroken() throws IOException {
    show(few);
    script("/axe.min.js");
    assertEquals("[]", broken("{}"));
    browser.emulate("screen", "dark");
    assertEquals("[]", broken("{runOnly: ['color-contrast']}"));
    assertNoComplaints();
  }

  private static String broken(String options) {
    return browser
        .evaluate(
            """
            axe.run(%s).then(found => found.violations.map(
              rule => rule.id + ": " + rule.nodes.slice(0, 3).map(node => node.html).join(" | ")))
            """
                .formatted(options))
        .toString();
  }

  @Test
  void theKeyboardReachesTheSkipLinkTablesAndLegends() {
    show(few);
    shown = null;
    browser.press("Tab");
    assertEquals("Skip to the findings", focused("textContent"));
    browser.press("Enter");
    assertEquals("findings", focused("id"));
    boolean table = false;
    for (int i = 0; i < 10 && !table; i++) {
      browser.press("Tab");
      table = focused("className").equals("wide");
    }
    assertTrue(table, "no table can be scrolled by keyboard");
    assertEquals(
        "solid",
        browser.evaluate("getComputedStyle(document.activeElement).outlineStyle").asText());
    for (int i = 0; i < 10 && !focused("className").equals("entry"); i++) {
      browser.press("Tab");
    }
    assertEquals("true", browser.evaluate("document.activeElement.ariaPressed").asText());
    browser.press("Enter");
    assertEquals("false", browser.evaluate("document.activeElement.ariaPressed").asText());
    assertNoComplaints();
  }

  private static String focused(String property) {
    return browser.evaluate("document.activeElement." + property).asText();
  }

  @Test
  void anotherNumberOfClientsShowsItsOwnChartAndTable() {
    show(few);
    shown = null;
    String id = "server-async-waits";
    String legend =
        browser.evaluate("document.querySelector('#" + id + " canvas').toDataURL()").asText();
    browser.evaluate(
        "(() => { const pick = document.getElementById('"
            + id
            + "-view'); pick.value = '0'; pick.dispatchEvent(new Event('change')); })()");
    browser.evaluate("new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))");
    assertNotEquals(
        legend,
        browser.evaluate("document.querySelector('#" + id + " canvas').toDataURL()").asText());
    assertEquals(
        "0",
        browser
            .evaluate(
                "[...document.getElementById('"
                    + id
                    + "').closest('figure').querySelectorAll('.view')]"
                    + ".filter(view => !view.hidden).map(view => view.dataset.view).join()")
            .asText());
    assertNoComplaints();
  }

  @Test
  void whatWasNotMeasuredHasNoSection() {
    show(few);
    String headings =
        browser
            .evaluate("[...document.querySelectorAll('h2, h3')].map(h => h.textContent).join('; ')")
            .asText();
    assertTrue(headings.contains("Where the waiting went"), headings);
    for (String absent :
        List.of("Overflow", "Worst case", "buffers", "Embedded", "sync commits;")) {
      if (!absent.equals("sync commits;")) {
        assertTrue(!headings.contains(absent), headings);
      }
    }
    assertEveryChartIsDrawn();
    assertNoComplaints();
  }
}
