package klomp.bench.contention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import klomp.api.ClogStrategy;

/**
 * An experiment as it is made if nobody says otherwise. The full set fits in an hour on a machine
 * of two cores, the quick one in three minutes.
 *
 * @param experiment what it is
 * @param grid its cells
 * @param runs how often each is measured
 * @param timing how long
 * @param history what the stores hold before
 */
public record Outline(
    Experiment experiment, Grid grid, int runs, Plan.Timing timing, History history) {

  private static final List<ClogStrategy> ALL = Arrays.asList(ClogStrategy.values());

  /** The baseline, its remedy, and the one that has neither lock nor pool. */
  private static final List<ClogStrategy> SOME =
      List.of(ClogStrategy.CONTROL_LOCK, ClogStrategy.GROUP_UPDATE, ClogStrategy.DIRECT);

  /** Those among which the size of the pool makes a difference, and the one that has none. */
  private static final List<ClogStrategy> SIZED =
      List.of(
          ClogStrategy.CONTROL_LOCK,
          ClogStrategy.GROUP_UPDATE,
          ClogStrategy.BANKED,
          ClogStrategy.DIRECT);

  private static final List<Integer> NONE_HELD = List.of(0);

  /** Of the table and the sweep: more pages than any pool of the table has. */
  private static final History LONG_HISTORY = new History(500_000, 256);

  private static final History QUICK_HISTORY = new History(100_000, 256);

  /** What overflow works on. It has a long open transaction in place of a long history. */
  private static final History PLAIN = new History(100_000, 0);

  /** Its keys are of no meaning; its pages follow the largest pool. */
  private static final int LOOK_UP_KEYS = 1_000;

  /**
   * The cells of an experiment.
   *
   * @param strategies of the commit log
   * @param buffers sizes of the pool, for those that have one
   * @param clients how many
   * @param subtransactions how many are held open
   */
  public record Grid(
      List<ClogStrategy> strategies,
      List<Integer> buffers,
      List<Integer> clients,
      List<Integer> subtransactions) {}

  /** The full set, most important first. */
  public static List<Outline> full() {
    List<Integer> sizes = List.of(16, 32, 64, 128, 256, 1024);
    return List.of(
        new Outline(
            of(Kind.CLIENTS, "server", "async"),
            grid(ALL, List.of(32, 128), List.of(1, 2, 8, 16, 32, 64, 128, 256)),
            3,
            new Plan.Timing(4, 0.2, 1.1),
            LONG_HISTORY),
        new Outline(
            of(Kind.CLIENTS, "embedded", "async"),
            grid(ALL, List.of(32, 128), List.of(1, 2, 8, 64, 256)),
            3,
            new Plan.Timing(1.5, 0.2, 0.8),
            LONG_HISTORY),
        new Outline(
            of(Kind.CLIENTS, "server", "sync"),
            grid(SOME, List.of(32), List.of(1, 8, 64, 256)),
            3,
            new Plan.Timing(2, 0.2, 1),
            LONG_HISTORY),
        new Outline(
            of(Kind.BUFFERS, "embedded", "async"),
            grid(SIZED, sizes, List.of(64)),
            3,
            new Plan.Timing(1, 0.2, 0.8),
            LONG_HISTORY),
        new Outline(
            of(Kind.WORST_CASE, "embedded", "async"),
            grid(SIZED, sizes, List.of(1, 64)),
            3,
            new Plan.Timing(0.5, 0.1, 0.5),
            lookedUp(1024)),
        new Outline(
            of(Kind.OVERFLOW, "embedded", "async"),
            new Grid(SOME, List.of(32), List.of(64), List.of(0, 1, 63, 64, 65, 10_000, 500_000)),
            3,
            new Plan.Timing(4, 0.3, 1.2),
            PLAIN));
  }

  /** The same experiments with fewer cells. */
  public static List<Outline> quick() {
    List<ClogStrategy> ends = List.of(ClogStrategy.CONTROL_LOCK, ClogStrategy.DIRECT);
    return List.of(
        new Outline(
            of(Kind.CLIENTS, "server", "async"),
            grid(SOME, List.of(32), List.of(64)),
            2,
            new Plan.Timing(0.6, 0.1, 0.6),
            QUICK_HISTORY),
        new Outline(
            of(Kind.CLIENTS, "embedded", "async"),
            grid(SIZED, List.of(32), List.of(1, 64)),
            2,
            new Plan.Timing(0.4, 0.1, 0.4),
            QUICK_HISTORY),
        new Outline(
            of(Kind.BUFFERS, "embedded", "async"),
            grid(ends, List.of(32, 128), List.of(64)),
            2,
            new Plan.Timing(0.4, 0.1, 0.4),
            QUICK_HISTORY),
        new Outline(
            of(Kind.WORST_CASE, "embedded", "async"),
            grid(ends, List.of(32, 128), List.of(1, 64)),
            2,
            new Plan.Timing(0.2, 0.1, 0.3),
            lookedUp(128)),
        new Outline(
            of(Kind.OVERFLOW, "embedded", "async"),
            new Grid(ends, List.of(32), List.of(64), List.of(0, 65, 10_000)),
            2,
            new Plan.Timing(0.4, 0.1, 0.4),
            PLAIN));
  }

  /**
   * Those of {@code outlines} that are of one of {@code kinds}.
   *
   * @param targets where, in place of where they are made by default; null for that
   * @param durabilities how, likewise
   */
  public static List<Outline> choose(
      List<Outline> outlines, List<Kind> kinds, List<String> targets, List<String> durabilities) {
    return kinds.stream()
        .distinct()
        .flatMap(
            kind -> {
              List<Outline> ofKind =
                  outlines.stream().filter(outline -> outline.experiment.kind() == kind).toList();
              return targets == null && durabilities == null
                  ? ofKind.stream()
                  : crossed(ofKind, targets, durabilities);
            })
        .toList();
  }

  /** Where there is no default for a target and durability, the first one of the kind is taken. */
  private static Stream<Outline> crossed(
      List<Outline> ofKind, List<String> targets, List<String> durabilities) {
    Experiment first = ofKind.get(0).experiment;
    List<String> where = targets == null ? List.of(first.target()) : targets;
    List<String> how = durabilities == null ? List.of(first.durability()) : durabilities;
    return where.stream()
        .distinct()
        .flatMap(
            target ->
                how.stream().distinct().map(durability -> of(first.kind(), target, durability)))
        .map(
            experiment ->
                ofKind.stream()
                    .filter(outline -> outline.experiment.equals(experiment))
                    .findFirst()
                    .orElseGet(() -> ofKind.get(0).with(experiment)));
  }

  private Outline with(Experiment other) {
    return new Outline(other, grid, runs, timing, history);
  }

  /**
   * A history that no pool of up to {@code buffers} pages can hold: a sixteenth more, so that in a
   * pool of banks of 16 each bank has a page too many.
   */
  public static History lookedUp(int buffers) {
    return new History(LOOK_UP_KEYS, buffers + buffers / 16 + 32);
  }

  private static Experiment of(Kind kind, String target, String durability) {
    return new Experiment(kind, target, durability, 0);
  }

  private static Grid grid(
      List<ClogStrategy> strategies, List<Integer> buffers, List<Integer> clients) {
    return new Grid(strategies, buffers, clients, NONE_HELD);
  }
}
