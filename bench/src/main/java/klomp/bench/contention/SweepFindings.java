package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import klomp.bench.contention.Comparison.Verdict;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;

/** What the sweeps over sizes of the pool and over subtransactions say, in words. */
final class SweepFindings {

  /** How far the others may fall while one transaction has many subtransactions. */
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
                  "With "
                      + Sweep.clients(sweep.clients())
                      + ", of the look-ups under "
                      + line.label()
                      + " "
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

  /** A rise is no harm; a fall counts as shown if the best run is below what the worst allows. */
  private String overflow() {
    List<String> fallen = new ArrayList<>();
    List<String> unclear = new ArrayList<>();
    String lowest = "";
    double lowestPercent = Double.POSITIVE_INFINITY;
    for (Sweep.Line line : sweep.lines()) {
      for (int number : sweep.positions()) {
        Optional<Comparison> comparison = sweep.comparison(line, number);
        if (comparison.isEmpty()) {
          continue;
        }
        double percent = comparison.get().percent();
        String named = line.label() + " " + comparison.get() + " at " + Figures.count(number);
        if (percent < -FLAT_PERCENT) {
          (isFall(comparison.get()) ? fallen : unclear).add(named);
        }
        if (percent < lowestPercent) {
          lowestPercent = percent;
          lowest = named;
        }
      }
    }
    String none = sweep.first() == 0 ? "none" : Figures.count(sweep.first());
    String start =
        "Overflow, with "
            + Sweep.clients(sweep.clients())
            + " beside one transaction of up to "
            + Figures.count(sweep.last())
            + " subtransactions: ";
    if (fallen.isEmpty() && unclear.isEmpty()) {
      return start
          + (measuredOnce() ? "measured once, " : "")
          + "the others stay within 15 % of their throughput with "
          + none
          + (lowest.isEmpty() ? "." : "; the lowest is " + lowest + ".");
    }
    List<String> parts = new ArrayList<>();
    if (!fallen.isEmpty()) {
      parts.add(
          "the others fall by more than 15 % of their throughput with "
              + none
              + ", beyond noise: "
              + Words.list(fallen));
    }
    if (!unclear.isEmpty()) {
      parts.add(
          "the medians of some are more than 15 % lower than with "
              + none
              + ", but the runs scatter too far, or are too few, to show a fall: "
              + Words.list(unclear));
    }
    return start + String.join("; ", parts) + ".";
  }

  private boolean measuredOnce() {
    return sweep.rows().stream().allMatch(row -> row.run() == 1);
  }

  private static boolean isFall(Comparison comparison) {
    double allowed = comparison.reference().min() * (1 - FLAT_PERCENT / 100);
    return comparison.verdict() == Verdict.SLOWER && comparison.sample().max() < allowed;
  }
}
