package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import klomp.bench.contention.Comparison.Verdict;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;

/** What the table of strategies and clients says, in words, and no more than it says. */
final class Findings {

  /** Up to so many clients, being slower than the baseline is a regression. */
  private static final int FEW = 2;

  /** More than cores, fewer than the most: where others post their figures. */
  private static final int MANY = 64;

  private final Sweep sweep;
  private final Waits waits;

  /** Those of a sweep over {@link Kind#CLIENTS}. */
  Findings(Sweep sweep) {
    this.sweep = sweep;
    this.waits = new Waits(sweep);
  }

  /** One sentence each. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(best(sweep.last()));
    if (sweep.positions().contains(MANY) && sweep.first() != MANY && sweep.last() != MANY) {
      sentences.add(best(MANY));
    }
    if (sweep.first() != sweep.last()) {
      sentences.add(best(sweep.first()));
    }
    if (measured(Variant.BASELINE)) {
      sentences.addAll(regressions());
      sentences.addAll(againstBaseline(sweep.last()));
    } else {
      sentences.add(
          "The baseline, "
              + Variant.BASELINE
              + ", was not measured, so there is no comparison with it.");
    }
    sentences.addAll(waiting());
    List<Measurement> rows = sweep.rows();
    if (rows.stream().allMatch(row -> row.run() == 1)) {
      sentences.add("Each cell was measured once: how far results scatter is not known.");
    }
    long aborts = rows.stream().mapToLong(row -> row.counts().aborts()).sum();
    long commits = rows.stream().mapToLong(row -> row.counts().commits()).sum();
    sentences.add(
        Figures.count(commits)
            + " transactions committed and none failed for good; "
            + Figures.count(aborts)
            + " attempts met another transaction and were tried again.");
    return sentences;
  }

  private boolean measured(Variant variant) {
    return sweep.lines().stream().anyMatch(line -> line.variant().equals(variant));
  }

  /** The line with the highest median. */
  private Optional<Sweep.Line> fastest(int clients) {
    return sweep.lines().stream()
        .filter(line -> sweep.tps(line, clients).isPresent())
        .max(Comparator.comparingDouble(line -> sweep.tps(line, clients).orElseThrow().median()));
  }

  private String best(int clients) {
    Sweep.Line best = fastest(clients).orElseThrow();
    Sample sample = sweep.tps(best, clients).orElseThrow();
    String start =
        "With "
            + Sweep.clients(clients)
            + " "
            + best.label()
            + " was fastest: "
            + Figures.count(sample.median())
            + " transactions a second";
    String others = asFast(best, sample, clients);
    String end = others.isEmpty() ? "." : "; no difference from it is shown for " + others + ".";
    if (best.variant().equals(Variant.BASELINE)) {
      return start + "; it is the baseline" + end;
    }
    Optional<Comparison> comparison = sweep.comparison(best, clients);
    if (comparison.isEmpty()) {
      return start + end;
    }
    String change =
        ", " + Figures.percent(comparison.get().percent()) + " over " + Variant.BASELINE;
    return start
        + change
        + switch (comparison.get().verdict()) {
          case NO_DIFFERENCE ->
              ", but the ranges overlap: no difference is shown"
                  + (others.isEmpty() ? "." : ", nor from " + others + ".");
          case FASTER, SLOWER -> ", beyond noise" + end;
          case UNKNOWN -> end;
        };
  }

  /** Which others, but the baseline, may be as fast as the fastest; empty if none. */
  private String asFast(Sweep.Line best, Sample sample, int clients) {
    List<String> others =
        sweep.lines().stream()
            .filter(line -> !line.equals(best) && !line.variant().equals(Variant.BASELINE))
            .filter(
                line ->
                    sweep
                        .tps(line, clients)
                        .filter(
                            tps -> new Comparison(sample, tps).verdict() == Verdict.NO_DIFFERENCE)
                        .isPresent())
            .map(Sweep.Line::label)
            .toList();
    return others.size() > 3 ? others.size() + " others" : Words.list(others);
  }

  private List<String> againstBaseline(int clients) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : List.of(Verdict.FASTER, Verdict.SLOWER, Verdict.NO_DIFFERENCE)) {
      List<String> lines = changes(clients, verdict);
      if (!lines.isEmpty()) {
        parts.add(Words.of(verdict) + ": " + Words.list(lines));
      }
    }
    return parts.isEmpty()
        ? List.of()
        : List.of(
            "Against "
                + Variant.BASELINE
                + " with "
                + Sweep.clients(clients)
                + ": "
                + String.join("; ", parts)
                + ".");
  }

  /** Lines of that verdict with their change, the largest first. */
  private List<String> changes(int clients, Verdict verdict) {
    return sweep.lines().stream()
        .filter(
            line ->
                sweep
                    .comparison(line, clients)
                    .filter(comparison -> comparison.verdict() == verdict)
                    .isPresent())
        .sorted(
            Comparator.comparingDouble(
                line -> -Math.abs(sweep.comparison(line, clients).orElseThrow().percent())))
        .map(
            line ->
                verdict == Verdict.NO_DIFFERENCE
                    ? line.label()
                    : line.label()
                        + " "
                        + Figures.percent(sweep.comparison(line, clients).orElseThrow().percent()))
        .toList();
  }

  /** What is slower than the baseline with so few clients that there is nothing to contend for. */
  private List<String> regressions() {
    List<String> slower = new ArrayList<>();
    List<String> without = new ArrayList<>();
    for (int clients : sweep.positions()) {
      List<String> lines = changes(clients, Verdict.SLOWER);
      if (clients > FEW || !compared(clients)) {
        continue;
      }
      if (lines.isEmpty()) {
        without.add(Sweep.clients(clients));
      } else {
        slower.add("with " + Sweep.clients(clients) + " " + Words.list(lines));
      }
    }
    List<String> sentences = new ArrayList<>();
    if (!slower.isEmpty()) {
      sentences.add(
          "Regression, slower than "
              + Variant.BASELINE
              + " beyond noise: "
              + String.join("; ", slower)
              + ".");
    }
    if (!without.isEmpty()) {
      sentences.add(
          "No regression with "
              + Words.list(without)
              + ": nothing is slower than "
              + Variant.BASELINE
              + " beyond noise.");
    }
    return sentences;
  }

  /** Whether anything can be said against the baseline: not if it was measured once. */
  private boolean compared(int clients) {
    return sweep.lines().stream()
        .flatMap(line -> sweep.comparison(line, clients).stream())
        .anyMatch(comparison -> comparison.verdict() != Verdict.UNKNOWN);
  }

  private List<String> waiting() {
    int clients = sweep.last();
    Sweep.Line best = fastest(clients).orElseThrow();
    Optional<String> under = waits.sentence(sweep.cell(best, clients));
    if (under.isEmpty()) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    Optional<Sweep.Line> baseline =
        sweep.lines().stream()
            .filter(line -> line.variant().equals(Variant.BASELINE) && !line.equals(best))
            .findFirst();
    String said = "Under " + best.label() + ", the fastest, it was " + under.get();
    sentences.add(
        baseline
                .flatMap(line -> waits.sentence(sweep.cell(line, clients)))
                .map(
                    base ->
                        "With "
                            + Sweep.clients(clients)
                            + " the waiting under "
                            + Variant.BASELINE
                            + " came to "
                            + base
                            + ". "
                            + said)
                .orElse(
                    "With "
                        + Sweep.clients(clients)
                        + " the waiting under "
                        + best.label()
                        + " came to "
                        + under.get())
            + ".");
    return sentences;
  }
}
