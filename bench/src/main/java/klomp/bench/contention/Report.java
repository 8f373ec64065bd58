package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import klomp.bench.measure.CpuShares;
import klomp.bench.report.Figures;
import klomp.bench.report.Page;

/** A contention bench as text and as a page. */
public final class Report {

  private final Results results;

  /** One for each target and durability, server and async first. */
  private final List<Chapter> chapters;

  /**
   * The report of {@code results}.
   *
   * @throws IllegalArgumentException if there are none
   */
  public Report(Results results) {
    if (results.rows().isEmpty()) {
      throw new IllegalArgumentException("a report has at least one row");
    }
    this.results = results;
    this.chapters =
        results.experiments().stream()
            .map(
                experiment ->
                    new Experiment(Kind.CLIENTS, experiment.target(), experiment.durability(), 0))
            .distinct()
            .sorted(
                Comparator.comparing(
                        (Experiment experiment) -> !experiment.target().equals("server"))
                    .thenComparing(Experiment::durability))
            .map(experiment -> new Chapter(results, experiment))
            .toList();
  }

  /** What to post: tables and findings, then machine, settings and commit. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Chapter chapter : chapters) {
      text.append(chapter.text());
    }
    disturbed().forEach(sentence -> text.append("* ").append(sentence).append('\n'));
    Measurement first = results.rows().get(0);
    text.append('\n').append(first.origin()).append("\nsettings: ");
    List<String> settings = new ArrayList<>();
    settings().forEach((name, value) -> settings.add(name + " " + value));
    return text.append(String.join("; ", settings)).append('\n').toString();
  }

  /** The page; {@code further} sections come after those of the contention bench. */
  public Page page(String title, List<String> furtherFindings, List<Page.Section> further) {
    List<Page.Findings> findings = new ArrayList<>();
    List<Page.Section> sections = new ArrayList<>();
    for (Chapter chapter : chapters) {
      findings.add(new Page.Findings(chapter.title(), chapter.sentences()));
      sections.add(chapter.section());
    }
    List<String> others = new ArrayList<>(disturbed());
    others.addAll(furtherFindings);
    if (!others.isEmpty()) {
      findings.add(new Page.Findings("Besides", others));
    }
    sections.addAll(further);
    return new Page(
        title,
        findings,
        sections,
        new Page.About(results.rows().get(0).origin(), settings()),
        Packed.of(results));
  }

  /** Those of the first row, but where rows differ, all values. */
  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    results.rows().stream()
        .map(Measurement::settings)
        .distinct()
        .forEach(
            some ->
                some.forEach(
                    (name, value) ->
                        settings.merge(
                            name,
                            value,
                            (old, other) ->
                                List.of(old.split(" \\| ")).contains(other)
                                    ? old
                                    : old + " | " + other)));
    return settings;
  }

  /** Whether others took the machine while it was measured. */
  private List<String> disturbed() {
    List<Measurement> known =
        results.rows().stream().filter(row -> row.counts().cpu() != null).toList();
    if (known.isEmpty()) {
      return List.of();
    }
    long disturbed = known.stream().filter(row -> row.counts().cpu().disturbed()).count();
    return List.of(
        String.format(
            Locale.ROOT,
            "%s of %s runs: more than %.0f %% of the processors' time went to other processes or"
                + " was taken by the hypervisor%s.",
            disturbed == 0 ? "In none" : "In " + Figures.count(disturbed),
            Figures.count(known.size()),
            CpuShares.LIMIT_PERCENT,
            disturbed == 0 ? "" : ", so their figures are in doubt"));
  }
}
