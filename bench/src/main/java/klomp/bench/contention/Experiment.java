package klomp.bench.contention;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * What a cell belongs to: only cells of one experiment may be compared with one another, save that
 * those of {@link Kind#OVERFLOW} are compared over the number of subtransactions.
 *
 * @param kind what is varied
 * @param target {@code server} or {@code embedded}
 * @param durability {@code async} or {@code sync}
 * @param subtransactions of the transaction held open; 0 but for {@link Kind#OVERFLOW}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Experiment(Kind kind, String target, String durability, int subtransactions) {

  /** The same with another number of subtransactions held open. */
  public Experiment withSubtransactions(int number) {
    return new Experiment(kind, target, durability, number);
  }

  /** Such as {@code clients, server, async}. */
  public String label() {
    String label = kind + ", " + target + ", " + durability;
    return kind == Kind.OVERFLOW ? label + ", " + subtransactions + " subtransactions" : label;
  }

  @Override
  public String toString() {
    return label();
  }
}
