package klomp.bench.contention;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import klomp.api.ClogStrategy;
import klomp.bench.measure.Sample;

/**
 * The cells of one kind of experiment laid out for comparison: lines over positions. The positions
 * of {@link Kind#CLIENTS} are numbers of clients, those of {@link Kind#OVERFLOW} numbers of
 * subtransactions, and those of the others sizes of the pool.
 *
 * @param rows all that belong to it
 * @param cells the same by cell: looking through all rows for each figure takes seconds
 * @param experiment kind, target and durability
 * @param clients how many; 0 for {@link Kind#CLIENTS}, where they are the positions
 * @param lines strategies with their pools, or without where the pool is the position
 * @param positions ascending
 */
record Sweep(
    List<Measurement> rows,
    Map<Cell, Results> cells,
    Experiment experiment,
    int clients,
    List<Line> lines,
    List<Integer> positions) {

  /**
   * What is followed over the positions.
   *
   * @param variant its pool is of no meaning where the pool is the position
   * @param label its name
   * @param dash 0 for the first line of its strategy, 1 for the second, and so on
   */
  record Line(Variant variant, String label, int dash) {
    int hue() {
      return variant.strategy().ordinal();
    }
  }

  /** One for each number of clients, ascending; none if nothing of that kind was measured. */
  static List<Sweep> of(Results results, Kind kind, String target, String durability) {
    List<Measurement> rows =
        results.rows().stream()
            .filter(row -> row.experiment().kind() == kind)
            .filter(row -> row.experiment().target().equals(target))
            .filter(row -> row.experiment().durability().equals(durability))
            .toList();
    if (rows.isEmpty()) {
      return List.of();
    }
    Experiment experiment = new Experiment(kind, target, durability, 0);
    if (kind == Kind.CLIENTS) {
      return List.of(of(experiment, 0, rows));
    }
    return rows.stream()
        .map(Measurement::clients)
        .distinct()
        .sorted()
        .map(
            clients ->
                of(
                    experiment,
                    clients,
                    rows.stream().filter(row -> row.clients() == clients).toList()))
        .toList();
  }

  private static final Results NONE = Results.of(List.of());

  private static Sweep of(Experiment experiment, int clients, List<Measurement> rows) {
    Map<Cell, Results> cells =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    Measurement::cell,
                    Collectors.collectingAndThen(Collectors.toList(), Results::of)));
    List<Integer> positions =
        rows.stream()
            .filter(row -> !overPools(experiment) || row.variant().buffers() > 0)
            .map(
                row ->
                    switch (experiment.kind()) {
                      case CLIENTS -> row.clients();
                      case OVERFLOW -> row.experiment().subtransactions();
                      case BUFFERS, WORST_CASE -> row.variant().buffers();
                    })
            .distinct()
            .sorted()
            .toList();
    // Where only strategies without a pool were measured there is one position, that of none.
    return new Sweep(
        rows,
        cells,
        experiment,
        clients,
        lines(experiment, rows),
        positions.isEmpty() ? List.of(0) : positions);
  }

  private static boolean overPools(Experiment experiment) {
    return experiment.kind() == Kind.BUFFERS || experiment.kind() == Kind.WORST_CASE;
  }

  private static List<Line> lines(Experiment experiment, List<Measurement> rows) {
    List<Line> lines = new ArrayList<>();
    Map<ClogStrategy, Integer> dashes = new HashMap<>();
    rows.stream()
        .map(Measurement::variant)
        .map(variant -> overPools(experiment) ? new Variant(variant.strategy(), 0) : variant)
        .distinct()
        .forEach(
            variant -> {
              int dash = dashes.merge(variant.strategy(), 0, (old, zero) -> old + 1);
              lines.add(new Line(variant, variant.label(), dash));
            });
    return lines;
  }

  /** Whether a line that has no pool is drawn across all of them. */
  boolean hasLineWithoutPool() {
    return overPools(experiment)
        && lines.stream().anyMatch(line -> line.variant().strategy() == ClogStrategy.DIRECT);
  }

  Kind kind() {
    return experiment.kind();
  }

  /** What the positions are. */
  String xTitle() {
    return switch (kind()) {
      case CLIENTS -> "clients";
      case OVERFLOW -> "subtransactions";
      case BUFFERS, WORST_CASE -> "buffers";
    };
  }

  /** What is counted. */
  String perSecond() {
    return kind() == Kind.WORST_CASE ? "look-ups a second" : "transactions a second";
  }

  /** Such as {@code 1 client}. */
  static String clients(int number) {
    return number == 1 ? "1 client" : number + " clients";
  }

  int first() {
    return positions.get(0);
  }

  int last() {
    return positions.get(positions.size() - 1);
  }

  Cell cell(Line line, int position) {
    return switch (kind()) {
      case CLIENTS -> new Cell(experiment, line.variant(), position);
      case OVERFLOW -> new Cell(experiment.withSubtransactions(position), line.variant(), clients);
      case BUFFERS, WORST_CASE -> {
        ClogStrategy strategy = line.variant().strategy();
        int buffers = strategy == ClogStrategy.DIRECT ? 0 : position;
        yield new Cell(experiment, new Variant(strategy, buffers), clients);
      }
    };
  }

  /**
   * What a cell is compared with: the baseline for {@link Kind#CLIENTS}, otherwise the line's own
   * first position.
   */
  Cell reference(Line line, int position) {
    return kind() == Kind.CLIENTS ? cell(line, position).baseline() : cell(line, first());
  }

  /** The runs of a cell; none if it was not measured. */
  Results at(Cell cell) {
    return cells.getOrDefault(cell, NONE);
  }

  Optional<Sample> tps(Cell cell) {
    return at(cell).tps(cell);
  }

  Optional<Sample> tps(Line line, int position) {
    return tps(cell(line, position));
  }

  Optional<Sample> sample(Line line, int position, Function<Measurement, Double> figure) {
    Cell cell = cell(line, position);
    return at(cell).sample(cell, figure);
  }

  /** How it compares with its {@link #reference}, if both were measured and are not the same. */
  Optional<Comparison> comparison(Line line, int position) {
    Cell cell = cell(line, position);
    Cell reference = reference(line, position);
    if (cell.equals(reference)) {
      return Optional.empty();
    }
    return tps(cell).flatMap(mine -> tps(reference).map(other -> new Comparison(mine, other)));
  }
}
