package klomp.bench.contention;

import java.util.Arrays;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;

/** What an experiment of the contention bench varies. */
public enum Kind {
  /** The table: variants against numbers of clients. */
  CLIENTS("clients"),
  /** Sizes of the pool at one number of clients. */
  BUFFERS("buffers"),
  /** Every look-up 32,768 xids back, so that each is on another page, over sizes of the pool. */
  WORST_CASE("worst-case"),
  /**
   * One open transaction with ever more subtransactions, a long reader, and a client that takes
   * xids: what the others still do.
   */
  OVERFLOW("overflow");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  /** The name on the command line and in results. */
  public String label() {
    return label;
  }

  /**
   * The kind of that name.
   *
   * @throws InvalidRequestException if there is none; the message names all
   */
  public static Kind of(String label) {
    for (Kind kind : values()) {
      if (kind.label.equals(label)) {
        return kind;
      }
    }
    throw new InvalidRequestException(
        "unknown experiment '"
            + label
            + "'; the experiments are "
            + Arrays.stream(values()).map(Kind::label).collect(Collectors.joining(", ")));
  }

  @Override
  public String toString() {
    return label;
  }
}
