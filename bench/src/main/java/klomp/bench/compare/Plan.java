package klomp.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import klomp.api.InvalidRequestException;
import klomp.bench.report.Figures;

/**
 * Everything that is to be measured, and how.
 *
 * @param axes what is crossed with what
 * @param records how many there are at first
 * @param cacheBytes memory for data, the same for each engine
 * @param asyncWindowMillis within which an acknowledged async commit is on disk
 * @param timing how long
 * @param runs how often
 */
public record Plan(
    Axes axes, long records, long cacheBytes, long asyncWindowMillis, Timing timing, int runs) {

  private static final int MOST_THREADS = 1024;
  private static final int MOST_VALUE_BYTES = 1 << 20;
  private static final int MOST_RECORDS = 100_000_000;

  /** What is crossed with what. */
  public record Axes(
      List<Engine> engines,
      List<Workload> workloads,
      List<String> durabilities,
      List<Integer> valueBytes,
      List<Integer> threads) {}

  public Plan {
    require(!axes.engines().isEmpty() && !axes.workloads().isEmpty(), "name one at least");
    require(
        axes.threads().stream().allMatch(n -> n >= 1 && n <= MOST_THREADS),
        "numbers of threads are between 1 and " + MOST_THREADS);
    require(
        axes.valueBytes().stream()
            .allMatch(n -> n >= Records.COUNTER_BYTES && n <= MOST_VALUE_BYTES),
        "values have between " + Records.COUNTER_BYTES + " bytes and 1 MiB");
    require(
        records >= 1000 && records <= MOST_RECORDS,
        "there are between 1,000 and 100,000,000 records");
    require(cacheBytes >= 16 << 20, "the cache has 16 MiB or more");
    require(
        asyncWindowMillis >= 1 && asyncWindowMillis <= 10_000,
        "the async window is between 1 ms and 10 s");
    require(runs >= 1, "there is one run or more");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new InvalidRequestException(message);
    }
  }

  /** Those of one workload, durability and size, once for each: they are measured side by side. */
  List<List<Trial>> groups() {
    List<List<Trial>> groups = new ArrayList<>();
    for (int value : axes.valueBytes()) {
      for (String durability : axes.durabilities()) {
        for (Workload workload : axes.workloads()) {
          groups.add(
              axes.engines().stream()
                  .map(engine -> new Trial(engine.name(), workload, durability, value))
                  .toList());
        }
      }
    }
    return groups;
  }

  Job.Population population() {
    return new Job.Population(records, cacheBytes, asyncWindowMillis);
  }

  /** How many rows there will be, if none is measured again. */
  public int rows() {
    return axes.engines().size()
        * axes.workloads().size()
        * axes.durabilities().size()
        * axes.valueBytes().size()
        * axes.threads().size()
        * runs;
  }

  /** Roughly how long all of it takes. */
  public double seconds() {
    double processes = (double) rows() / axes.threads().size();
    double gigabytes = axes.valueBytes().stream().mapToLong(n -> n * records).average().orElse(0);
    double around = 2 + 6 * gigabytes / 1e9;
    double loading = axes.engines().size() * axes.valueBytes().size() * (2 + records / 200_000.0);
    return loading
        + processes * (timing.first() + around)
        + rows() * (timing.warmup() + timing.measured());
  }

  /** The heap of each process: the cache again for those who keep it there, and room to work. */
  String heap() {
    return ((cacheBytes + cacheBytes / 2) >> 20) + 1024 + "m";
  }

  /** Everything that is set, by name. */
  public Map<String, String> described() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("records", Figures.count(records));
    settings.put("key", Records.KEY_BYTES + " bytes");
    settings.put("cache", Figures.bytes(cacheBytes));
    settings.put("heap of each process", heap());
    settings.put("async window", asyncWindowMillis + " ms");
    settings.put("seconds", Double.toString(timing.measured()));
    settings.put("warm-up", timing.first() + " s, then " + timing.warmup() + " s each");
    settings.put("runs", Integer.toString(runs));
    settings.put("latency", "async: every eighth operation; sync: every one");
    return settings;
  }
}
