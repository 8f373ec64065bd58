package klomp.bench.contention;

/**
 * What is measured in several runs, and shown as their median with its range.
 *
 * @param experiment what it belongs to
 * @param variant strategy and pool
 * @param clients how many
 */
public record Cell(Experiment experiment, Variant variant, int clients) {

  /** The cell that this one is compared with: {@link Variant#BASELINE}, everything else alike. */
  public Cell baseline() {
    return new Cell(experiment, Variant.BASELINE, clients);
  }

  @Override
  public String toString() {
    return experiment + ": " + variant + ", clients " + clients;
  }
}
