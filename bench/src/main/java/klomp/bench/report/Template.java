package klomp.bench.report;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Fills the template of a {@link Page}; style, script and chart library go into the page. */
final class Template {

  private static final String UPLOT = "/META-INF/resources/webjars/uplot/%s/dist/%s";

  private Template() {}

  static String fill(Page page) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", page.title());
    model.put("findings", page.findings().stream().map(Template::findings).toList());
    List<Map<String, Object>> sections = new ArrayList<>();
    page.sections().forEach(section -> sections.add(section(section, sections.size())));
    model.put("sections", sections);
    model.put("settings", page.about().settings());
    model.put("origin", origin(page.about().origin()));
    model.put("rawJson", Json.inPage(page.raw()));
    List<Chart> charts =
        page.sections().stream()
            .flatMap(section -> section.blocks().stream())
            .filter(Chart.class::isInstance)
            .map(Chart.class::cast)
            .toList();
    model.put("chartsJson", Json.inPage(charts));
    String version = uplotVersion();
    model.put("uplotVersion", version);
    model.put("uplotScript", resource(UPLOT.formatted(version, "uPlot.iife.min.js")));
    model.put("uplotStyle", resource(UPLOT.formatted(version, "uPlot.min.css")));
    model.put("script", resource("report.js"));
    model.put("style", resource("report.css"));
    return fill(model);
  }

  private static Map<String, Object> findings(Page.Findings findings) {
    return Map.of("title", findings.title(), "sentences", findings.sentences());
  }

  private static Map<String, Object> section(Page.Section section, int number) {
    Map<String, Object> model = heading(section.heading());
    model.put("id", "section-" + (number + 1));
    model.put("blocks", section.blocks().stream().map(Template::block).toList());
    return model;
  }

  private static Map<String, Object> heading(Page.Heading heading) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", heading.title());
    model.put("note", heading.note());
    model.put("label", heading.label());
    return model;
  }

  private static Map<String, Object> block(Page.Block block) {
    Map<String, Object> model = heading(block.heading());
    model.put("id", block.id());
    if (block instanceof Page.Table table) {
      model.put("table", table(table.table()));
    } else if (block instanceof Chart chart) {
      model.put("fact", chart.fact());
      model.put("valueTitle", chart.axes().valueTitle());
      model.put(
          "views",
          chart.views().stream()
              .map(view -> Map.of("name", view.name(), "table", table(chart.table(view))))
              .toList());
    }
    return model;
  }

  private static Map<String, Object> table(TextTable table) {
    return Map.of("header", table.header(), "rows", table.rows());
  }

  private static Map<String, String> origin(Origin origin) {
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
    configuration.setClassForTemplateLoading(Template.class, "/klomp/bench/report");
    configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    try {
      StringWriter out = new StringWriter();
      configuration.getTemplate("report.ftlh").process(model, out);
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
    try (InputStream in = Template.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
