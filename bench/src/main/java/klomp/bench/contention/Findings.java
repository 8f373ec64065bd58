package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;

/** What the figures say, in words, and no more than they say. */
public final class Findings {

  private final Results results;
  private final Experiment experiment;

  /** Those of the first experiment of {@code results}. */
  public Findings(Results results) {
    this.results = results;
    this.experiment = results.experiments().get(0);
  }

  private Cell cell(Variant variant, int clients) {
    return new Cell(experiment, variant, clients);
  }

  /** One sentence each. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    List<Integer> clients = results.clients(experiment);
    sentences.add(best(clients.get(clients.size() - 1)));
    if (clients.size() > 1) {
      sentences.add(best(clients.get(0)));
    }
    if (!results.variants(experiment).contains(Variant.BASELINE)) {
      sentences.add(
          "The baseline, "
              + Variant.BASELINE
              + ", was not measured, so there is no comparison with it.");
    }
    if (results.rows(experiment).stream().allMatch(row -> row.run() == 1)) {
      sentences.add("Each cell was measured once: how far results scatter is not known.");
    }
    long aborts = results.rows(experiment).stream().mapToLong(row -> row.counts().aborts()).sum();
    long commits = results.rows(experiment).stream().mapToLong(row -> row.counts().commits()).sum();
    sentences.add(
        Figures.count(commits)
            + " transactions committed and none failed for good; "
            + Figures.count(aborts)
            + " attempts met another transaction and were tried again.");
    return sentences;
  }

  private String best(int clients) {
    Variant best =
        results.variants(experiment).stream()
            .max(Comparator.comparingDouble(variant -> median(variant, clients)))
            .orElseThrow();
    String start =
        "With "
            + (clients == 1 ? "1 client" : clients + " clients")
            + " "
            + best
            + " was fastest: "
            + Figures.count(median(best, clients))
            + " transactions a second";
    Optional<Sample> baseline = results.tps(cell(Variant.BASELINE, clients));
    if (baseline.isEmpty()) {
      return start + ".";
    }
    if (best.equals(Variant.BASELINE)) {
      return start + "; it is the baseline.";
    }
    Sample sample = results.tps(cell(best, clients)).orElseThrow();
    String change =
        ", " + Figures.percent(sample.percentOver(baseline.get())) + " over " + Variant.BASELINE;
    boolean unclear = sample.runs() > 1 && sample.overlaps(baseline.get());
    return start + change + (unclear ? ", but the ranges overlap: no difference is shown." : ".");
  }

  private double median(Variant variant, int clients) {
    return results.tps(cell(variant, clients)).map(Sample::median).orElse(0.0);
  }
}
