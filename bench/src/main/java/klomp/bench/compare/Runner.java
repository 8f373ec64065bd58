package klomp.bench.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import klomp.bench.measure.ProcessorTimes;

/** Does a {@link Job} in this process. */
final class Runner {

  private static final int LOAD_BATCH = 1000;

  private final Engine engine;
  private final Job job;
  private final Supplier<Optional<ProcessorTimes>> processors;

  Runner(Engine engine, Job job, Supplier<Optional<ProcessorTimes>> processors) {
    this.engine = engine;
    this.job = job;
    this.processors = processors;
  }

  /**
   * Loads, or measures and then checks what the store holds.
   *
   * @throws WrongAnswerException if that is not what it acknowledged
   */
  Outcome run() throws Exception {
    List<Outcome.Measured> measured = new ArrayList<>();
    try (OpenEngine open = engine.open(Path.of(job.directory()), job.conditions())) {
      if (job.isLoad() || !engine.isPersistent()) {
        load(open);
      }
      if (!job.isLoad()) {
        measure(open, measured);
      }
    }
    return new Outcome(measured, null);
  }

  private void load(OpenEngine open) throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    Records records = job.records();
    long[] places = records.sortedPlaces();
    try (Session session = open.session()) {
      for (int from = 0; from < places.length; from += LOAD_BATCH) {
        session.begin();
        for (int i = from; i < Math.min(from + LOAD_BATCH, places.length); i++) {
          session.put(Records.keyAt(places[i]), records.value(0, random));
        }
        session.commit();
      }
    }
    open.settle();
  }

  private void measure(OpenEngine open, List<Outcome.Measured> measured) throws Exception {
    Driver driver = new Driver(open, job.trial(), job.records(), processors);
    driver.warmUp(Collections.max(job.threads()), job.timing().first(), job.seed());
    for (int threads : job.threads()) {
      Counts counts = driver.measure(threads, job.timing(), job.seed() * 31 + threads);
      measured.add(new Outcome.Measured(threads, counts));
    }
    Workload workload = job.trial().workload();
    if (workload == Workload.E || workload == Workload.F) {
      check(open, driver);
    }
  }

  /** Every insert is there, and no increment was lost; for who does not even keep data, nothing. */
  private void check(OpenEngine open, Driver driver) throws Exception {
    Content content = new Content();
    try (Session session = open.session()) {
      session.scan(Records.keyAt(0), Integer.MAX_VALUE, content);
    }
    if (!engine.isPersistent() && content.count == 0) {
      return;
    }
    require("records", job.population().records() + driver.inserts(), content.count);
    if (job.trial().workload() == Workload.F) {
      require("increments", driver.increments(), content.sum);
    }
  }

  private static void require(String what, long expected, long found) {
    if (found != expected) {
      throw new WrongAnswerException(
          "there are " + found + " " + what + ", and there must be " + expected);
    }
  }

  private static final class Content implements Session.Visitor {
    private long count;
    private long sum;
    private byte[] last = {};

    @Override
    public void entry(byte[] key, byte[] value) {
      if (Arrays.compareUnsigned(last, key) >= 0) {
        throw new WrongAnswerException("a scan goes back");
      }
      last = key;
      count++;
      sum += Records.counter(value);
    }
  }
}
