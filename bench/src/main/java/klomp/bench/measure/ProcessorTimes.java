package klomp.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the system has counted of the time of all its processors up to one instant, in ticks of its
 * own: only differences and ratios mean something.
 *
 * @param total all of it, idle time included
 * @param busy spent on processes, ours among them
 * @param stolen given by the hypervisor to other machines
 * @param own spent on ours
 */
public record ProcessorTimes(long total, long busy, long stolen, long own) {

  private static final Path PROC = Path.of("/proc");

  /** Of the fields of {@code /proc/stat}: user, nice and system; steal; and all, without guests. */
  private static final int BUSY_FIELDS = 3;

  private static final int STEAL_FIELD = 7;
  private static final int FIELDS = 8;

  /** In {@code /proc/PID/stat}, counted from behind the name: time in user and system mode. */
  private static final int USER_FIELD = 11;

  /**
   * As of now.
   *
   * @param processes the numbers of ours
   * @return nothing if the system does not say
   */
  public static Optional<ProcessorTimes> now(List<Long> processes) {
    try {
      List<String> stats = new ArrayList<>();
      for (long process : processes) {
        stats.add(Files.readString(PROC.resolve(process + "/stat")));
      }
      return Optional.of(parse(Files.readAllLines(PROC.resolve("stat")).get(0), stats));
    } catch (IOException | RuntimeException notThere) {
      return Optional.empty();
    }
  }

  /** From the first line of {@code /proc/stat} and the texts of {@code /proc/PID/stat}. */
  static ProcessorTimes parse(String all, List<String> processes) {
    long[] times =
        Arrays.stream(all.trim().split(" +"))
            .skip(1)
            .limit(FIELDS)
            .mapToLong(Long::parseLong)
            .toArray();
    long own = 0;
    for (String process : processes) {
      String[] fields = process.substring(process.lastIndexOf(')') + 2).split(" ");
      own += Long.parseLong(fields[USER_FIELD]) + Long.parseLong(fields[USER_FIELD + 1]);
    }
    return new ProcessorTimes(
        Arrays.stream(times).sum(),
        Arrays.stream(times, 0, BUSY_FIELDS).sum(),
        times[STEAL_FIELD],
        own);
  }

  /** What was spent since {@code before}. */
  public ProcessorTimes since(ProcessorTimes before) {
    return new ProcessorTimes(
        total - before.total, busy - before.busy, stolen - before.stolen, own - before.own);
  }

  /** How much of all time went to our processes, in percent. */
  public double ownPercent() {
    return percent(own);
  }

  /** How much of all time went to other processes, in percent. */
  public double otherPercent() {
    return percent(Math.max(0, busy - own));
  }

  /** How much of all time went to other machines, in percent. */
  public double stealPercent() {
    return percent(stolen);
  }

  private double percent(long part) {
    return total == 0 ? 0 : 100.0 * part / total;
  }
}
