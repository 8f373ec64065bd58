package klomp.bench.model;

import java.util.SplittableRandom;
import klomp.bench.contention.Variant;

/**
 * Clients that run transactions without a pause on a number of cores, under one strategy. Single
 * threaded, and a function of its arguments: the same seed gives the same result.
 */
final class Simulation {

  private static final int LEAST_TRANSACTIONS = 20_000;

  private static final double LEAST_NANOS = 40_000_000;
  private static final int WARM_FOR_EACH_SLOT = 6;
  private static final int BANK_SLOTS = 16;

  private final Workload workload;
  private final int clients;
  private final long mostEvents;
  private final ServiceTimes times;
  private final Events events = new Events();
  private final Counts counts = new Counts();
  private final Cpu cpu;
  private final SimStrategy strategy;
  private final SplittableRandom random;
  private final PageDraws draws;
  private final CacheLine counter;
  private long nextXid;
  private long begun;
  private long ended;
  private int left;
  private boolean stopping;
  private double measuredFrom;
  private double measuredTo;

  /** The place it is run at. */
  record Place(int cores, int clients, Variant variant) {}

  /**
   * @param mostEvents after which it ends, however little time has passed
   */
  Simulation(ServiceTimes times, Workload workload, Place place, long seed, long mostEvents) {
    this.workload = workload;
    this.clients = place.clients();
    this.mostEvents = mostEvents;
    this.times = times;
    this.cpu = new Cpu(events, times, place.cores());
    this.random = new SplittableRandom(seed);
    this.draws = new PageDraws(workload);
    this.counter = new CacheLine(events, times);
    this.nextXid = (long) workload.historyPages() * workload.xidsPerPage();
    this.strategy = strategy(place.variant());
  }

  private SimStrategy strategy(Variant variant) {
    int buffers = variant.buffers();
    SimStrategy made =
        switch (variant.strategy()) {
          case CONTROL_LOCK, GROUP_UPDATE, CONTENT_LOCK, NO_CONTENT_LOCK ->
              new PooledSim(cpu, counts, variant.strategy(), 1, buffers);
          case BANKED -> {
            int slots = Math.min(BANK_SLOTS, buffers);
            yield new PooledSim(cpu, counts, variant.strategy(), buffers / slots, slots);
          }
          case SINGLE_WRITER -> new SingleWriterSim(cpu, counts, buffers);
          case DIRECT -> new DirectSim(cpu);
        };
    int last = 0;
    for (int i = 0; i < WARM_FOR_EACH_SLOT * buffers; i++) {
      last = draws.next(random, last);
      made.warm(page(last));
    }
    made.warm(newestPage());
    return made;
  }

  /** What a simulation came to. The counts are those of the measured time. */
  record Outcome(
      double perSecond,
      double simulatedSeconds,
      long transactions,
      double missesForLookup,
      double meanGroup,
      double meanBatch,
      long casRepeats,
      double switchesForTransaction,
      long begun,
      long ended) {}

  /**
   * @throws IllegalStateException if a client never got to its end
   */
  Outcome run() {
    left = clients;
    for (int i = 0; i < clients; i++) {
      SimThread thread = new SimThread();
      Client client = new Client(thread);
      client.last = random.nextInt(workload.historyPages());
      cpu.start(thread, client::begin);
    }
    long warmEvents = mostEvents / 5;
    while (events.planned() < warmEvents
        && (counts.transactions < LEAST_TRANSACTIONS / 4 || events.now() < LEAST_NANOS / 4)) {
      step();
    }
    counts.reset();
    long switchesBefore = cpu.switches();
    measuredFrom = events.now();
    while (events.planned() < mostEvents
        && (counts.transactions < LEAST_TRANSACTIONS
            || events.now() < measuredFrom + LEAST_NANOS)) {
      step();
    }
    measuredTo = events.now();
    long transactions = counts.transactions;
    double switches = cpu.switches() - switchesBefore;
    Counts seen = counts;
    double misses = (double) seen.misses / Math.max(1, seen.lookups);
    double group = (double) seen.groupMembers / Math.max(1, seen.groups);
    double batch = (double) seen.handovers / Math.max(1, seen.batches);
    long repeats = seen.casRepeats;
    stopping = true;
    while (left > 0) {
      step();
    }
    double seconds = (measuredTo - measuredFrom) / 1e9;
    return new Outcome(
        transactions / seconds,
        seconds,
        transactions,
        misses,
        group,
        batch,
        repeats,
        switches / Math.max(1, transactions),
        begun,
        ended);
  }

  private void step() {
    if (!events.step()) {
      throw new IllegalStateException(left + " clients wait for what never happens");
    }
  }

  private long newestPage() {
    return nextXid / workload.xidsPerPage();
  }

  /**
   * @param back how many pages before the newest full one
   */
  private long page(int back) {
    return newestPage() - 1 - back;
  }

  private final class Client {
    private final SimThread thread;
    private int last;

    Client(SimThread thread) {
      this.thread = thread;
    }

    void begin() {
      if (stopping) {
        left--;
        cpu.exit(thread);
        return;
      }
      begun++;
      double varied = 1 + workload.spread() * (2 * random.nextDouble() - 1);
      cpu.compute(thread, workload.rest() * varied, this::takeXids);
    }

    private void takeXids() {
      thread.owe(counter.write(thread.core) + times.get(Service.TAKE_XIDS));
      nextXid += Workload.TREE;
      lookUp(workload.lookups());
    }

    private void lookUp(int lookups) {
      cpu.compute(
          thread,
          lookups == 0 ? 0 : times.get(Service.DRAW),
          () -> {
            if (lookups == 0) {
              strategy.set(thread, newestPage(), this::end);
              return;
            }
            counts.lookups++;
            last = draws.next(random, last);
            strategy.lookUp(thread, page(last), () -> lookUp(lookups - 1));
          });
    }

    private void end() {
      ended++;
      counts.transactions++;
      begin();
    }
  }
}
