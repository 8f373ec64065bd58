package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * One run of one cell.
 *
 * @param trial engine, workload, durability, size of values
 * @param threads how many
 * @param run which of the runs, from 1
 * @param counts what came out; null if nothing did
 * @param failure why nothing came out; null if something did
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Row(Trial trial, int threads, int run, Counts counts, String failure) {

  /** Whether others took so much of the machine that the figure should not be trusted. */
  @JsonIgnore
  public boolean isDisturbed() {
    return counts != null && counts.cpu() != null && counts.cpu().disturbed();
  }
}
