package klomp.bench.compare;

import java.util.Arrays;
import java.util.List;

/**
 * In what an engine differs from the others, where it matters.
 *
 * @param workloads where
 * @param text a sentence
 */
public record Note(List<Workload> workloads, String text) {

  public static Note always(String text) {
    return new Note(Arrays.asList(Workload.values()), text);
  }

  public static Note in(String text, Workload... workloads) {
    return new Note(List.of(workloads), text);
  }
}
