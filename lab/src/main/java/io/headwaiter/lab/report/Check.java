package io.headwaiter.lab.report;

/**
 * One claim that a run can confirm or refute.
 *
 * @param id short name, stable over releases
 * @param what the claim in words
 * @param figure what was measured, with its interval
 * @param unit the figure's unit
 * @param bound the limit
 * @param atLeast true when the figure must be at least the bound, false when at most
 */
public record Check(
    String id, String what, Estimate figure, String unit, double bound, boolean atLeast) {
  /** A claim that the figure is at least the bound. */
  public static Check atLeast(String id, String what, Estimate figure, String unit, double bound) {
    return new Check(id, what, figure, unit, bound, /* atLeast= */ true);
  }

  /** A claim that the figure is at most the bound. */
  public static Check atMost(String id, String what, Estimate figure, String unit, double bound) {
    return new Check(id, what, figure, unit, bound, /* atLeast= */ false);
  }

  /** Whether the measured figure keeps the bound; a figure that is unknown does not. */
  public boolean holds() {
    return figure.known() && (atLeast ? figure.value() >= bound : figure.value() <= bound);
  }
}
