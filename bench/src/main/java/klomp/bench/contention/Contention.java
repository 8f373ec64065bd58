package klomp.bench.contention;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import klomp.bench.measure.ProcessorTimes;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;

/** Measures plans, one after the other, on fresh stores below a directory. */
public final class Contention {

  private final Origin origin;
  private final Environment environment;

  /** Gives fresh stores with the plan's history in them. */
  @FunctionalInterface
  interface Stores {
    OpenTarget open(Plan plan, Variant variant) throws InterruptedException;
  }

  /**
   * Where it is measured.
   *
   * @param stores gives them
   * @param processors how busy the machine is, given the numbers of our processes
   */
  record Environment(Stores stores, Function<List<Long>, Optional<ProcessorTimes>> processors) {}

  Contention(Origin origin, Environment environment) {
    this.origin = origin;
    this.environment = environment;
  }

  /**
   * A bench whose stores are below {@code work}, each for as long as it is measured; what they are
   * copied from stays there.
   *
   * @param loaded is told of each history that was loaded, and how long that took
   */
  public static Contention in(Path work, Origin origin, Consumer<String> loaded) {
    return new Contention(
        origin, new Environment(new CopiedStores(work, loaded), ProcessorTimes::now));
  }

  /**
   * Measures everything that is not {@code done}.
   *
   * @param done rows of an earlier run of the same plans that did not come to its end, in the order
   *     in which they were measured
   * @param each is told of each measurement as soon as it is there
   * @return all rows, those that were done too
   * @throws LostUpdateException if a store does not hold what it acknowledged
   */
  public Results run(List<Plan> plans, List<Measurement> done, Consumer<Measurement> each)
      throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    for (Plan plan : plans) {
      rows.addAll(new Rounds(plan, origin, environment, each).run(done));
    }
    return Results.of(rows);
  }
}
