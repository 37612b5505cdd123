package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.text.Numbers;

/** Formats estimates for readers. */
public final class Intervals {
  private Intervals() {}

  /** Returns the value and its interval, if it has one: {@code 57.1 [56, 58.2]}. */
  public static String text(Estimate estimate) {
    String value = Numbers.plain(estimate.value());
    return estimate.hasInterval()
        ? value + " [" + Numbers.plain(estimate.low()) + ", " + Numbers.plain(estimate.high()) + "]"
        : value;
  }
}
