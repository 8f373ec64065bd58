package klomp.bench.contention;

import java.util.List;

/** How findings are put. */
final class Words {

  private Words() {}

  /** Such as {@code a, b and c}. */
  static String list(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  static String of(Comparison.Verdict verdict) {
    return switch (verdict) {
      case FASTER -> "faster beyond noise";
      case SLOWER -> "slower beyond noise";
      case NO_DIFFERENCE -> "no difference is shown";
      case UNKNOWN -> "measured once";
    };
  }

  /** Such as {@code Server, async commits}. */
  static String combination(Experiment experiment) {
    String target = experiment.target();
    return Character.toUpperCase(target.charAt(0))
        + target.substring(1)
        + ", "
        + experiment.durability()
        + " commits";
  }
}
