package klomp.bench.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import klomp.bench.contention.Variant;

/**
 * What changes at the largest place if a number is halved or doubled: every assumption, and those
 * measured ones that this machine may know least about others by.
 */
final class Sensitivity {

  private static final List<Service> DOUBTED =
      List.of(
          Service.SOCKET_CORES,
          Service.SOCKET_FACTOR,
          Service.TIME_SLICE,
          Service.STAYS_HOT,
          Service.TICK,
          Service.TRANSFER,
          Service.WAKE,
          Service.WAKE_ASLEEP,
          Service.SLEEP_AFTER,
          Service.UNPARK_IDLE,
          Service.UNPARK_ASLEEP,
          Service.CONTEXT_SWITCH,
          Service.REST);

  private Sensitivity() {}

  /** Of the machine and its load. */
  record Size(int cores, int clients) {}

  static List<ModelResults.Shift> rows(
      ServiceTimes times, ModelPlan plan, Budget budget, Size size) {
    List<Simulation.Place> places =
        plan.variants().stream()
            .map(variant -> new Simulation.Place(size.cores(), size.clients(), variant))
            .toList();
    List<Double> before = perSecond(times, plan, budget, places);
    List<ModelResults.Shift> rows = new ArrayList<>();
    for (Service service : DOUBTED) {
      double value = times.get(service);
      for (double changed : new double[] {value / 2, value * 2}) {
        List<Double> after = perSecond(times.with(service, changed), plan, budget, places);
        rows.add(
            new ModelResults.Shift(
                service.label(),
                value,
                changed,
                largest(before, after),
                best(plan.variants(), after).label()));
      }
    }
    return rows;
  }

  private static List<Double> perSecond(
      ServiceTimes times, ModelPlan plan, Budget budget, List<Simulation.Place> places) {
    Workload workload = plan.workload(times.get(Service.REST));
    return new Grid(times, workload, budget)
        .run(places).stream().map(Simulation.Outcome::perSecond).toList();
  }

  private static double largest(List<Double> before, List<Double> after) {
    double largest = 0;
    for (int i = 0; i < before.size(); i++) {
      double change = (after.get(i) / before.get(i) - 1) * 100;
      largest = Math.abs(change) > Math.abs(largest) ? change : largest;
    }
    return largest;
  }

  private static Variant best(List<Variant> variants, List<Double> perSecond) {
    return variants.stream()
        .max(Comparator.comparingDouble(variant -> perSecond.get(variants.indexOf(variant))))
        .orElseThrow();
  }
}
