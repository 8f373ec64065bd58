package klomp.bench.model;

/**
 * How much simulating a figure is worth, and by which random numbers: the same for all, so that
 * what differs between two figures is not the luck of the draw.
 *
 * @param seed of the random numbers
 * @param events of each simulation at most
 */
record Budget(long seed, long events) {

  Simulation.Outcome run(ServiceTimes times, Workload workload, Simulation.Place place) {
    return new Simulation(times, workload, place, seed, events).run();
  }
}
