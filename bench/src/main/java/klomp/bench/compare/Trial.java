package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What is measured in one process, over numbers of threads.
 *
 * @param engine its name
 * @param durability {@code async} or {@code sync}
 */
public record Trial(String engine, Workload workload, String durability, int valueBytes) {

  @JsonIgnore
  public boolean isSync() {
    return durability.equals("sync");
  }

  @Override
  public String toString() {
    return workload + ", " + durability + ", " + valueBytes + " bytes, " + engine;
  }
}
