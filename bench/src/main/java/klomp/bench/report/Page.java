package klomp.bench.report;

import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A result as one self-contained page: it needs no network and no other file.
 *
 * @param title its heading
 * @param findings the result in words
 * @param charts drawn by uPlot, each with its figures as a table
 * @param sections tables
 * @param settings everything that was set, by name
 * @param origin where and with what it was measured
 * @param raw the whole result as a record, embedded as JSON
 */
public record Page(
    String title,
    List<String> findings,
    List<Chart> charts,
    List<Section> sections,
    Map<String, String> settings,
    Origin origin,
    Object raw) {

  /** A table under its title, with a sentence on how to read it (may be empty). */
  public record Section(String title, String note, TextTable table) {}

  private static final String UPLOT = "/META-INF/resources/webjars/uplot/%s/dist/%s";

  /** The page's text. */
  public String render() {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", title);
    model.put("findings", findings);
    model.put("charts", charts.stream().map(Page::chartModel).toList());
    model.put("sections", sections.stream().map(Page::sectionModel).toList());
    model.put("settings", settings);
    model.put("origin", originModel(origin));
    model.put("rawJson", Json.inPage(raw));
    model.put("chartsJson", Json.inPage(charts));
    String version = uplotVersion();
    model.put("uplotVersion", version);
    model.put("uplotScript", resource(UPLOT.formatted(version, "uPlot.iife.min.js")));
    model.put("uplotStyle", resource(UPLOT.formatted(version, "uPlot.min.css")));
    model.put("script", resource("report.js"));
    model.put("style", resource("report.css"));
    return fill(model);
  }

  /** The same page with another document embedded. */
  public Page with(Object newRaw) {
    return new Page(title, findings, charts, sections, settings, origin, newRaw);
  }

  public void write(Path file) {
    Json.writeText(file, render());
  }

  private static Map<String, Object> chartModel(Chart chart) {
    return Map.of("id", chart.id(), "title", chart.title(), "table", tableModel(chart.table()));
  }

  private static Map<String, Object> sectionModel(Section section) {
    return Map.of(
        "title", section.title(), "note", section.note(), "table", tableModel(section.table()));
  }

  private static Map<String, Object> tableModel(TextTable table) {
    return Map.of("header", table.header(), "rows", table.rows());
  }

  private static Map<String, String> originModel(Origin origin) {
    Machine machine = origin.machine();
    Map<String, String> model = new LinkedHashMap<>();
    model.put("processor", machine.cpu());
    model.put("cores", Integer.toString(machine.cores()));
    model.put("memory", Figures.bytes(machine.memoryBytes()));
    model.put("system", machine.os());
    model.put("JDK", origin.jdk());
    model.put("Klomp", origin.version());
    model.put("commit", origin.commit());
    model.put("started", origin.startedAt());
    return model;
  }

  private static String fill(Map<String, Object> model) {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
    configuration.setClassForTemplateLoading(Page.class, "/klomp/bench/report");
    configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    try {
      Template template = configuration.getTemplate("report.ftlh");
      StringWriter out = new StringWriter();
      template.process(model, out);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (TemplateException e) {
      throw new IllegalStateException("the report's template does not fit its data", e);
    }
  }

  /** Written by the build, which alone decides the version. */
  private static String uplotVersion() {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(resource("libraries.properties")));
      return properties.getProperty("uplot");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
