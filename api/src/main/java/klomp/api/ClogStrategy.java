package klomp.api;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How threads share the buffer pool of the commit log. Any store opens under any of them. */
public enum ClogStrategy {
  /** One lock over the pool: shared to read a hit, exclusive to set or to miss. The baseline. */
  CONTROL_LOCK("control-lock"),
  /** A setter that finds the lock taken joins a list whose first member sets for all. */
  GROUP_UPDATE("group-update"),
  /** The control lock shared, a lock per buffer exclusive. */
  CONTENT_LOCK("content-lock"),
  /** The control lock shared, compare-and-set on the status word. */
  NO_CONTENT_LOCK("no-content-lock"),
  /** Banks of 16 slots, each with its own lock and LRU, group update inside. */
  BANKED("banked"),
  /** Setters hand over to one thread that owns all writes; readers never wait. */
  SINGLE_WRITER("single-writer"),
  /**
   * No replacement: every page stays resident; one atomic OR to set, one volatile read to look up.
   */
  DIRECT("direct");

  private final String label;

  ClogStrategy(String label) {
    this.label = label;
  }

  /** The name on the command line, in reports and in metrics. */
  public String label() {
    return label;
  }

  /**
   * The strategy of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static ClogStrategy of(String label) {
    for (ClogStrategy strategy : values()) {
      if (strategy.label.equals(label)) {
        return strategy;
      }
    }
    throw new InvalidRequestException(
        "unknown commit-log strategy '" + label + "'; the strategies are " + labels());
  }

  /** All names, separated by commas. */
  public static String labels() {
    return Arrays.stream(values()).map(ClogStrategy::label).collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return label;
  }
}
