package io.headwaiter.lab.report;

import java.util.ArrayList;
import java.util.List;

/** Chooses round numbers along an axis. Pure functions. */
public final class Ticks {
  private Ticks() {}

  /**
   * Returns the ticks of a linear axis from zero: steps of 1, 2 or 5 times a power of ten, the last
   * tick at or above the largest value. Worked: {@code linear(87, 5)} gives 0, 20, 40, 60, 80, 100.
   *
   * @param max largest value to show; a value that is not finite or not above zero gives an axis to
   *     1
   * @param wanted the most steps, at least 1; the result has at least 1/2.5 of them
   */
  public static List<Double> linear(double max, int wanted) {
    double top = max > 0 && Double.isFinite(max) ? max : 1;
    double step = roundStep(top / wanted);
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; ; i++) {
      double tick = i * step;
      ticks.add(tick);
      if (tick >= top * (1 - 1e-9)) {
        return ticks;
      }
    }
  }

  /**
   * Returns the ticks of a logarithmic axis: the powers of ten around both values, at least one
   * decade. Worked: {@code decades(3, 870)} gives 1, 10, 100, 1000.
   *
   * @param min smallest value to show, above zero
   * @param max largest value to show, at least {@code min}
   */
  public static List<Double> decades(double min, double max) {
    if (!(min > 0) || !(max >= min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException(
          "a logarithmic axis needs 0 < min <= max < infinity, got min " + min + " and max " + max);
    }
    int from = (int) Math.floor(Math.log10(min) + 1e-9);
    int to = Math.max(from + 1, (int) Math.ceil(Math.log10(max) - 1e-9));
    List<Double> ticks = new ArrayList<>();
    for (int exponent = from; exponent <= to; exponent++) {
      ticks.add(Math.pow(10, exponent));
    }
    return ticks;
  }

  /** Returns the smallest of 1, 2 and 5 times a power of ten that is at least the given step. */
  private static double roundStep(double step) {
    double power = Math.pow(10, Math.floor(Math.log10(step)));
    for (double digit : new double[] {1, 2, 5}) {
      if (digit * power >= step * (1 - 1e-9)) {
        return digit * power;
      }
    }
    return 10 * power;
  }
}
