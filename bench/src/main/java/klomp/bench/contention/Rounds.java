package klomp.bench.contention;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import klomp.api.Store;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.ProcessorTimes;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;

/**
 * Measures one {@link Plan}. All variants are measured once before any is measured again, and each
 * round begins with another one, so that a machine that slows down or speeds up meanwhile does so
 * to all alike; the cells of a variant are turned the same way, so that none always meets the store
 * at its freshest. Each variant gets a fresh store in each round.
 *
 * <p>A cell that other processes or machines disturbed is measured again at the end of its round,
 * at most once; the second row then stands for both. If more than a quarter of a round was
 * disturbed the machine is simply not free: then nothing is repeated, and the marks say so.
 */
final class Rounds {

  private final Plan plan;
  private final Origin origin;
  private final Contention.Environment environment;
  private final Consumer<Measurement> each;

  /** How often each run of each cell was measured. */
  private final Map<Key, Integer> times = new HashMap<>();

  private final Map<Key, Measurement> rows = new LinkedHashMap<>();

  private record Key(Cell cell, int run) {}

  Rounds(Plan plan, Origin origin, Contention.Environment environment, Consumer<Measurement> each) {
    this.plan = plan;
    this.origin = origin;
    this.environment = environment;
    this.each = each;
  }

  /**
   * Measures what is not {@code done}, which are rows of this or other plans.
   *
   * @return all rows of this plan
   */
  List<Measurement> run(List<Measurement> done) throws InterruptedException {
    done.stream()
        .filter(row -> row.experiment().withSubtransactions(0).equals(plan.experiment()))
        .forEach(this::add);
    for (int run = 1; run <= plan.runs(); run++) {
      List<Variant> order = new ArrayList<>(plan.variants());
      Collections.rotate(order, turn(order.size(), run));
      for (Variant variant : order) {
        measure(variant, run, missing(variant, run));
      }
      List<Cell> again = disturbed(order, run);
      for (Variant variant : order) {
        measure(
            variant, run, again.stream().filter(cell -> cell.variant().equals(variant)).toList());
      }
    }
    return List.copyOf(rows.values());
  }

  /** So that over all runs a cell or a variant is early, in the middle and late. */
  private int turn(int size, int run) {
    return -((run - 1) * size / plan.runs());
  }

  private void add(Measurement row) {
    Key key = new Key(row.cell(), row.run());
    times.merge(key, 1, Integer::sum);
    rows.put(key, row);
  }

  private List<Cell> missing(Variant variant, int run) {
    List<Cell> cells = new ArrayList<>(plan.cells(variant));
    Collections.rotate(cells, turn(cells.size(), run));
    cells.removeIf(cell -> rows.containsKey(new Key(cell, run)));
    return cells;
  }

  /** What is worth measuring again; a whole round has been measured. */
  private List<Cell> disturbed(List<Variant> order, int run) {
    List<Cell> all = order.stream().flatMap(variant -> plan.cells(variant).stream()).toList();
    List<Cell> disturbed =
        all.stream().filter(cell -> rows.get(new Key(cell, run)).isDisturbed()).toList();
    if (!CpuShares.worthRepeating(disturbed.size(), all.size())) {
      return List.of();
    }
    return disturbed.stream().filter(cell -> times.get(new Key(cell, run)) == 1).toList();
  }

  private void measure(Variant variant, int run, List<Cell> cells) throws InterruptedException {
    if (cells.isEmpty()) {
      return;
    }
    try (OpenTarget target = environment.stores().open(plan, variant)) {
      Store store = target.store();
      Supplier<Optional<ProcessorTimes>> processors =
          () -> environment.processors().apply(target.processes());
      Clients driver = new Clients(store, operation(store), plan.load().timing(), processors);
      long commits = driver.warmUp(Collections.max(plan.clients()), run);
      for (Cell cell : cells) {
        Clients.Outcome outcome = measure(driver, store, cell, 31L * run + cell.clients());
        commits += outcome.allCommits();
        Measurement row = row(cell, run, outcome);
        add(row);
        each.accept(row);
      }
      int increments = plan.load().script().increments();
      if (plan.experiment().kind() != Kind.WORST_CASE && increments > 0) {
        Keys.checkSum(store, commits * increments);
      }
    }
  }

  private Operation operation(Store store) {
    return plan.experiment().kind() == Kind.WORST_CASE
        ? new LookUps(store, plan.load().history().pages())
        : new ScriptOperation(store, plan.load());
  }

  private Clients.Outcome measure(Clients driver, Store store, Cell cell, long seed)
      throws InterruptedException {
    if (plan.experiment().kind() != Kind.OVERFLOW) {
      return driver.measure(cell.clients(), seed);
    }
    try (HeldTransaction held =
        HeldTransaction.open(
            store,
            cell.experiment().subtransactions(),
            plan.heldWrites(),
            plan.load().history().keys())) {
      Clients.Outcome outcome = driver.measure(cell.clients(), seed);
      held.end();
      return outcome;
    }
  }

  private Measurement row(Cell cell, int run, Clients.Outcome outcome) {
    return new Measurement(
        origin,
        plan.described(),
        cell.experiment(),
        cell.variant(),
        cell.clients(),
        run,
        outcome.counts(),
        outcome.clog(),
        outcome.waits());
  }
}
