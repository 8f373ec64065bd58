package klomp.bench.contention;

import java.util.ArrayList;
import java.util.List;
import klomp.api.ClogStrategy;

/**
 * A column of the table: a strategy and the size of its pool.
 *
 * @param strategy the strategy
 * @param buffers pages of its pool, or 0 for {@code direct}, which has none
 */
public record Variant(ClogStrategy strategy, int buffers) {

  /** What all others are compared with. */
  public static final Variant BASELINE = new Variant(ClogStrategy.CONTROL_LOCK, 32);

  /** Every strategy with every pool size, but {@code direct} only once. */
  static List<Variant> all(List<ClogStrategy> strategies, List<Integer> buffers) {
    List<Variant> variants = new ArrayList<>();
    for (ClogStrategy strategy : strategies) {
      if (strategy == ClogStrategy.DIRECT) {
        variants.add(new Variant(strategy, 0));
      } else {
        buffers.forEach(size -> variants.add(new Variant(strategy, size)));
      }
    }
    return variants.stream().distinct().toList();
  }

  /** Such as {@code group-update/128}. */
  public String label() {
    return buffers == 0 ? strategy.label() : strategy.label() + "/" + buffers;
  }

  @Override
  public String toString() {
    return label();
  }
}
