package io.headwaiter.load.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats numbers for readers: three significant digits, a point, no locale. */
public final class Numbers {
  /** Shown where nothing was measured. */
  public static final String NOTHING = "–";

  private Numbers() {}

  /** Returns three significant digits; whole numbers from 100 on; {@link #NOTHING} for NaN. */
  public static String plain(double value) {
    if (!Double.isFinite(value)) {
      return NOTHING;
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal rounded =
        Math.abs(value) >= 100
            ? exact.setScale(0, RoundingMode.HALF_UP)
            : exact.round(new MathContext(3));
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** Returns a load factor: {@code 5x}. */
  public static String factor(double factor) {
    return plain(factor) + "x";
  }

  /** Returns a share as a percentage with one decimal: {@code 96.4 %}. */
  public static String percent(double share) {
    return Double.isFinite(share) ? String.format(Locale.ROOT, "%.1f %%", 100 * share) : NOTHING;
  }
}
