package klomp.bench.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import klomp.bench.measure.CpuShares;
import klomp.bench.report.Origin;
import klomp.bench.targets.WorkDirectory;

/**
 * Measures a {@link Plan}. All engines do a workload once before any does it again, side by side,
 * and each run begins with another engine and another number of threads, so that a machine that
 * slows down meanwhile does so to all alike.
 *
 * <p>A cell that others disturbed is measured again at the end of its run, at most once, in a fresh
 * process; unless more than a quarter was disturbed, for then the machine is not free.
 */
public final class Comparison {

  private final Plan plan;
  private final Trials trials;
  private final Consumer<Row> each;
  private final Map<Key, Row> rows = new LinkedHashMap<>();

  private record Key(Trial trial, int threads, int run) {}

  Comparison(Plan plan, Trials trials, Consumer<Row> each) {
    this.plan = plan;
    this.trials = trials;
    this.each = each;
  }

  /**
   * Measures everything in processes of their own.
   *
   * @param work where the stores are, for as long as they are measured
   * @param each is told of each row as soon as it is there
   * @param loaded is told of each load
   */
  public static Results run(
      Plan plan, Origin origin, WorkDirectory work, Consumer<Row> each, Consumer<String> loaded)
      throws InterruptedException {
    Trials trials = new ChildTrials(plan, work.path(), loaded);
    return Results.of(plan, origin, new Comparison(plan, trials, each).run());
  }

  /** All rows; of those that were measured twice, the second. */
  List<Row> run() throws InterruptedException {
    for (int run = 1; run <= plan.runs(); run++) {
      List<Key> keys = new ArrayList<>();
      for (List<Trial> group : plan.groups()) {
        List<Trial> order = new ArrayList<>(group);
        Collections.rotate(order, turn(order.size(), run));
        List<Integer> threads = new ArrayList<>(plan.axes().threads());
        Collections.rotate(threads, turn(threads.size(), run));
        for (Trial trial : order) {
          measure(trial, threads, run);
          for (int n : threads) {
            keys.add(new Key(trial, n, run));
          }
        }
      }
      repeat(keys, run);
    }
    return List.copyOf(rows.values());
  }

  /** So that over all runs each is early, in the middle and late. */
  private int turn(int size, int run) {
    return -((run - 1) * size / plan.runs());
  }

  private void repeat(List<Key> keys, int run) throws InterruptedException {
    List<Key> disturbed = keys.stream().filter(key -> rows.get(key).isDisturbed()).toList();
    if (!CpuShares.worthRepeating(disturbed.size(), keys.size())) {
      return;
    }
    Map<Trial, List<Integer>> again = new LinkedHashMap<>();
    disturbed.forEach(
        key -> again.computeIfAbsent(key.trial(), trial -> new ArrayList<>()).add(key.threads()));
    for (Map.Entry<Trial, List<Integer>> entry : again.entrySet()) {
      measure(entry.getKey(), entry.getValue(), run);
    }
  }

  private void measure(Trial trial, List<Integer> threads, int run) throws InterruptedException {
    Outcome outcome = trials.run(trial, threads, run);
    for (int n : threads) {
      Counts counts =
          outcome.measured().stream()
              .filter(one -> one.threads() == n)
              .map(Outcome.Measured::counts)
              .findFirst()
              .orElse(null);
      Row row = new Row(trial, n, run, counts, counts == null ? outcome.failure() : null);
      Row before = rows.get(new Key(trial, n, run));
      if (counts != null || before == null) {
        rows.put(new Key(trial, n, run), row);
      }
      each.accept(row);
    }
  }
}
