package klomp.bench.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import klomp.api.ClogStrategy;
import klomp.bench.contention.Variant;
import klomp.bench.report.Origin;

/** Measures the service times, checks the model against this machine, and runs it for others. */
public final class Model {

  private static final List<Integer> CHECKED_THREADS = List.of(1, 2, 8, 64);

  private final ModelPlan plan;
  private final Origin origin;

  public Model(ModelPlan plan, Origin origin) {
    this.plan = plan;
    this.origin = origin;
  }

  /**
   * Does it all.
   *
   * @param each is told what is done next
   */
  public ModelResults run(Consumer<String> each) throws InterruptedException {
    each.accept("measuring service times");
    ServiceTimes times = Calibration.measure(plan.lookups());
    each.accept("checking predictions for this machine");
    List<Validation.Row> checks =
        new Validation(times, plan.budget()).run(plan.variants(), CHECKED_THREADS);
    return run(times, checks, each);
  }

  /** What follows from given service times: the same each time. */
  ModelResults run(ServiceTimes times, List<Validation.Row> checks, Consumer<String> each) {
    each.accept("simulating cores and clients");
    List<ModelResults.Cell> cells = cells(times);
    each.accept("simulating what others posted");
    Workload workload = plan.workload(times.get(Service.REST));
    List<ModelResults.PostedRow> posted = Posted.rows(times, workload, plan.budget());
    each.accept("simulating other assumptions");
    List<ModelResults.Shift> shifts =
        Sensitivity.rows(
            times, plan, Collections.max(plan.cores()), Collections.max(plan.clients()));
    return new ModelResults(
        1,
        "klomp-model",
        true,
        origin,
        plan.settings(),
        parameters(times),
        alone(times),
        checks.stream().map(Model::check).toList(),
        cells,
        posted,
        shifts);
  }

  private List<ModelResults.Cell> cells(ServiceTimes times) {
    List<Simulation.Place> places = new ArrayList<>();
    for (int cores : plan.cores()) {
      for (int clients : plan.clients()) {
        for (Variant variant : plan.variants()) {
          places.add(new Simulation.Place(cores, clients, variant));
        }
      }
    }
    Workload workload = plan.workload(times.get(Service.REST));
    List<Simulation.Outcome> outcomes = new Grid(times, workload, plan.budget()).run(places);
    List<ModelResults.Cell> cells = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Simulation.Place place = places.get(i);
      Simulation.Outcome outcome = outcomes.get(i);
      cells.add(
          new ModelResults.Cell(
              true,
              place.variant(),
              place.cores(),
              place.clients(),
              outcome.perSecond(),
              outcome.missesForLookup(),
              outcome.meanGroup(),
              outcome.meanBatch(),
              outcome.switchesForTransaction()));
    }
    return cells;
  }

  private static List<ModelResults.Parameter> parameters(ServiceTimes times) {
    return Arrays.stream(Service.values())
        .map(
            service ->
                new ModelResults.Parameter(
                    service.label(), times.get(service), service.unit(), service.isMeasured()))
        .toList();
  }

  private static List<ModelResults.AloneRow> alone(ServiceTimes times) {
    return Arrays.stream(ClogStrategy.values())
        .map(
            strategy ->
                new ModelResults.AloneRow(
                    strategy.label(), times.alone(strategy).hit(), times.alone(strategy).set()))
        .toList();
  }

  private static ModelResults.Check check(Validation.Row row) {
    return new ModelResults.Check(
        row.variant(),
        row.cores(),
        row.threads(),
        row.measured(),
        row.modelled(),
        row.errorPercent());
  }
}
