package klomp.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import klomp.bench.report.Figures;
import klomp.bench.report.Json;
import klomp.bench.targets.ChildJvm;
import klomp.bench.targets.WorkDirectory;

/**
 * Measures each trial in a JVM of its own, with the same heap for all, on a copy of a store that
 * was loaded once for its engine and size of values, by a JVM of its own too.
 */
final class ChildTrials implements Trials {

  private static final int TAIL = 20;
  private static final Duration SLACK = Duration.ofMinutes(3);

  private final Plan plan;
  private final Path work;
  private final Consumer<String> loaded;
  private final Map<String, Path> stores = new HashMap<>();
  private final Map<String, String> failures = new HashMap<>();

  ChildTrials(Plan plan, Path work, Consumer<String> loaded) {
    this.plan = plan;
    this.work = work;
    this.loaded = loaded;
  }

  @Override
  public Outcome run(Trial trial, List<Integer> threads, int run) throws InterruptedException {
    Engine engine = engine(trial);
    String history = trial.engine() + "-" + trial.valueBytes();
    if (engine.isPersistent() && !stores.containsKey(history)) {
      load(engine, trial, history);
    }
    if (failures.containsKey(history)) {
      return Outcome.failed(failures.get(history));
    }
    Path directory = work.resolve("store");
    WorkDirectory.remove(directory);
    try {
      if (engine.isPersistent()) {
        WorkDirectory.copy(stores.get(history), directory);
      } else {
        make(directory);
      }
      return child(engine, job(trial, directory, threads, run));
    } finally {
      WorkDirectory.remove(directory);
    }
  }

  private Engine engine(Trial trial) {
    return plan.axes().engines().stream()
        .filter(engine -> engine.name().equals(trial.engine()))
        .findFirst()
        .orElseThrow();
  }

  private Job job(Trial trial, Path directory, List<Integer> threads, int run) {
    return new Job(
        trial, directory.toString(), plan.population(), plan.timing(), threads, 1_000L + run);
  }

  private void load(Engine engine, Trial trial, String history) throws InterruptedException {
    Path directory = work.resolve("loaded-" + history);
    stores.put(history, directory);
    make(directory);
    long start = System.nanoTime();
    Trial load = new Trial(trial.engine(), null, "async", trial.valueBytes());
    Outcome outcome = child(engine, job(load, directory, List.of(1), 0));
    if (outcome.failure() != null) {
      failures.put(history, "the load failed: " + outcome.failure());
    }
    loaded.accept(
        String.format(
            Locale.ROOT,
            "%s: loaded %,d records of %d bytes in %.1f s (%s)",
            trial.engine(),
            plan.records(),
            trial.valueBytes(),
            (System.nanoTime() - start) / 1e9,
            Figures.bytes(
                WorkDirectory.sizes(directory).values().stream().mapToLong(n -> n).sum())));
  }

  private static void make(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Far more than it takes: who is not done then never will be. */
  private Duration limit(Job job) {
    double measured = plan.timing().warmup() + plan.timing().measured();
    double seconds = plan.timing().first() + job.threads().size() * measured;
    return SLACK.plusSeconds((long) seconds + plan.records() / 10_000);
  }

  private Outcome child(Engine engine, Job job) throws InterruptedException {
    Path jobFile = work.resolve("job.json");
    Path outcomeFile = work.resolve("outcome.json");
    Path log = work.resolve("log");
    Json.write(jobFile, job);
    List<String> flags = new ArrayList<>(engine.flags());
    flags.add("-Xms" + plan.heap());
    flags.add("-Xmx" + plan.heap());
    // Else what allocates is measured as page faults of the system until the heap was used once.
    flags.add("-XX:+AlwaysPreTouch");
    try {
      Files.deleteIfExists(outcomeFile);
      List<String> files = List.of(jobFile.toString(), outcomeFile.toString());
      int exit = ChildJvm.run(flags, CompareMain.class, files, log, limit(job));
      return Files.exists(outcomeFile)
          ? Json.parse(Files.readString(outcomeFile), Outcome.class)
          : Outcome.failed("exit code " + exit + ": " + ChildJvm.tail(log, TAIL));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
