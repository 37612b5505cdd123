package io.headwaiter.lab.report;

import java.util.Locale;

/** How numbers are written for people: three significant digits, a point, no locale. */
public final class Numbers {
  /** Shown where nothing was measured. */
  public static final String NOTHING = "–";

  private Numbers() {}

  /** About three significant digits; whole numbers from 100 on; {@link #NOTHING} for NaN. */
  public static String plain(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    double size = Math.abs(value);
    if (size >= 99.95 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(
        Locale.ROOT, size >= 9.995 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3g", value);
  }

  /** The value and its interval: {@code 57.1 [56.0, 58.2]}. */
  public static String withInterval(Estimate estimate) {
    if (!estimate.hasInterval()) {
      return plain(estimate.value());
    }
    return plain(estimate.value())
        + " ["
        + plain(estimate.low())
        + ", "
        + plain(estimate.high())
        + "]";
  }

  /** A load factor: {@code 5x}. */
  public static String factor(double factor) {
    return plain(factor) + "x";
  }

  /** A share as a percentage with one digit: {@code 96.4 %}. */
  public static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", 100 * share) : NOTHING;
  }
}
