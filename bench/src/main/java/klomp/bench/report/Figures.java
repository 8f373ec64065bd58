package klomp.bench.report;

import java.util.Locale;

/** How figures are written, in every table alike. */
public final class Figures {

  private Figures() {}

  /** A whole number with separators, such as {@code 12,345}. */
  public static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** A change in percent with its sign, such as {@code +12.3 %}. */
  public static String percent(double value) {
    double noNegativeZero = Math.abs(value) < 0.05 ? 0 : value;
    return String.format(Locale.ROOT, "%+.1f %%", noNegativeZero);
  }

  /** A share of a whole in percent, such as {@code 98.75 %}. */
  public static String share(double value) {
    return String.format(Locale.ROOT, "%.2f %%", value);
  }

  /** Something per transaction, such as {@code 0.123}. */
  public static String ratio(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3f", value);
  }

  /** A time in microseconds. */
  public static String micros(double value) {
    return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
  }

  /** A size, such as {@code 12.3 MiB}. */
  public static String bytes(double value) {
    if (value >= 1L << 30) {
      return String.format(Locale.ROOT, "%.2f GiB", value / (1L << 30));
    }
    if (value >= 1L << 20) {
      return String.format(Locale.ROOT, "%.1f MiB", value / (1L << 20));
    }
    return String.format(Locale.ROOT, "%.1f KiB", value / (1L << 10));
  }
}
