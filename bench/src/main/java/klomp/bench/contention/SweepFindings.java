package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import klomp.bench.contention.Comparison.Verdict;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;

/** What the sweeps over sizes of the pool and over subtransactions say, in words. */
final class SweepFindings {

  /** How far the others may fall, or rise, while one transaction has many subtransactions. */
  static final double FLAT_PERCENT = 15;

  private final Sweep sweep;

  SweepFindings(Sweep sweep) {
    this.sweep = sweep;
  }

  /** One sentence each; none if there is one position only. */
  List<String> sentences() {
    if (sweep.first() == sweep.last()) {
      return List.of();
    }
    return switch (sweep.kind()) {
      case BUFFERS -> buffers();
      case WORST_CASE -> List.of(worstCase());
      case OVERFLOW -> List.of(overflow());
      case CLIENTS -> List.of();
    };
  }

  private List<String> buffers() {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      List<String> lines = new ArrayList<>();
      for (Sweep.Line line : sweep.lines()) {
        sweep
            .comparison(line, sweep.last())
            .filter(comparison -> comparison.verdict() == verdict)
            .ifPresent(
                comparison ->
                    lines.add(
                        verdict == Verdict.NO_DIFFERENCE
                            ? line.label()
                            : line.label() + " " + Figures.percent(comparison.percent())));
      }
      if (!lines.isEmpty()) {
        parts.add(Words.of(verdict) + ": " + Words.list(lines));
      }
    }
    List<String> sentences = new ArrayList<>();
    if (!parts.isEmpty()) {
      sentences.add(
          "Buffers: with "
              + Sweep.clients(sweep.clients())
              + ", "
              + Figures.count(sweep.last())
              + " buffers against "
              + Figures.count(sweep.first())
              + ": "
              + String.join("; ", parts)
              + ".");
    }
    hits().ifPresent(sentences::add);
    return sentences;
  }

  /** How the hit ratio of the first strategy that has a pool goes with its size. */
  private Optional<String> hits() {
    return sweep.lines().stream()
        .filter(line -> !sweep.cell(line, sweep.first()).equals(sweep.cell(line, sweep.last())))
        .findFirst()
        .flatMap(
            line -> {
              Optional<Sample> small = hits(line, sweep.first());
              Optional<Sample> large = hits(line, sweep.last());
              if (small.isEmpty() || large.isEmpty() || large.get().median() == 0) {
                return Optional.empty();
              }
              return Optional.of(
                  "Of the look-ups under "
                      + line.label()
                      + ", "
                      + Figures.share(small.get().median())
                      + " found their page in "
                      + Figures.count(sweep.first())
                      + " buffers and "
                      + Figures.share(large.get().median())
                      + " in "
                      + Figures.count(sweep.last())
                      + ".");
            });
  }

  private Optional<Sample> hits(Sweep.Line line, int buffers) {
    return sweep.sample(line, buffers, row -> Curves.hitPercent(row.clog()));
  }

  private String worstCase() {
    List<String> hurt = new ArrayList<>();
    boolean known = false;
    for (Sweep.Line line : sweep.lines()) {
      double worst = 0;
      String named = "";
      for (int buffers : sweep.positions()) {
        Optional<Comparison> comparison = sweep.comparison(line, buffers);
        known |= comparison.filter(one -> one.verdict() != Verdict.UNKNOWN).isPresent();
        if (comparison.isPresent()
            && comparison.get().verdict() == Verdict.SLOWER
            && comparison.get().percent() < worst) {
          worst = comparison.get().percent();
          named = line.label() + " " + Figures.percent(worst) + " with " + Figures.count(buffers);
        }
      }
      if (!named.isEmpty()) {
        hurt.add(named);
      }
    }
    String start = "Worst case, with " + Sweep.clients(sweep.clients()) + ": ";
    if (!known) {
      return start + "each cell was measured once, so whether more buffers hurt is not known.";
    }
    return hurt.isEmpty()
        ? start
            + "more buffers hurt nobody; no size is slower than "
            + Figures.count(sweep.first())
            + " beyond noise."
        : start
            + "more buffers hurt, against "
            + Figures.count(sweep.first())
            + " and beyond noise (the largest loss of each): "
            + Words.list(hurt)
            + ".";
  }

  private String overflow() {
    List<String> outside = new ArrayList<>();
    String worst = "";
    double worstPercent = 0;
    for (Sweep.Line line : sweep.lines()) {
      for (int number : sweep.positions()) {
        Optional<Comparison> comparison = sweep.comparison(line, number);
        if (comparison.isEmpty()) {
          continue;
        }
        double percent = comparison.get().percent();
        String named = line.label() + " " + comparison.get() + " at " + Figures.count(number);
        if (Math.abs(percent) > FLAT_PERCENT) {
          outside.add(named);
        }
        if (Math.abs(percent) > Math.abs(worstPercent)) {
          worstPercent = percent;
          worst = named;
        }
      }
    }
    String start =
        "Overflow, with "
            + Sweep.clients(sweep.clients())
            + " beside one transaction of up to "
            + Figures.count(sweep.last())
            + " subtransactions: ";
    if (outside.isEmpty()) {
      return start
          + "the others stay within 15 % of their throughput without any"
          + (worst.isEmpty() ? "." : "; the largest change is " + worst + ".");
    }
    return start
        + "the others do not stay within 15 % of their throughput without any: "
        + Words.list(outside)
        + (outside.stream().anyMatch(one -> one.contains(Comparison.OVERLAP))
            ? " (~: the ranges overlap)."
            : ".");
  }
}
