package klomp.bench.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Many simulations, on all cores of this machine; each by itself depends on nothing but its
 * arguments. More cores than threads change nothing, so such places are simulated once.
 */
final class Grid {

  /** The writer of victims or the owner of the pages. */
  private static final int ENGINE_THREADS = 1;

  private final ServiceTimes times;
  private final Workload workload;
  private final Budget budget;
  private final Map<Simulation.Place, Simulation.Outcome> known = new ConcurrentHashMap<>();

  Grid(ServiceTimes times, Workload workload, Budget budget) {
    this.times = times;
    this.workload = workload;
    this.budget = budget;
  }

  /** The outcomes in the order of the places. */
  List<Simulation.Outcome> run(List<Simulation.Place> places) {
    List<Simulation.Place> needed = places.stream().map(Grid::least).toList();
    List<Simulation.Place> fresh =
        new ArrayList<>(
            needed.stream().filter(place -> !known.containsKey(place)).distinct().toList());
    fresh.parallelStream().forEach(place -> known.put(place, budget.run(times, workload, place)));
    return needed.stream().map(known::get).toList();
  }

  Simulation.Outcome run(Simulation.Place place) {
    return run(List.of(place)).get(0);
  }

  private static Simulation.Place least(Simulation.Place place) {
    int cores = Math.min(place.cores(), place.clients() + ENGINE_THREADS);
    return new Simulation.Place(cores, place.clients(), place.variant());
  }
}
