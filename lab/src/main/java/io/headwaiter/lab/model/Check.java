package io.headwaiter.lab.model;

/**
 * One claim that a run can confirm or refute.
 *
 * @param id short name, stable over releases
 * @param what the claim in words
 * @param figure the measured figure, with its interval
 * @param unit the figure's unit
 * @param bound the limit
 * @param atLeast true when the figure must be at least the bound, false when at most
 * @param reservation why the claim cannot hold whatever the figure is, such as a search that ended
 *     too early; empty for nothing
 */
public record Check(
    String id,
    String what,
    Estimate figure,
    String unit,
    double bound,
    boolean atLeast,
    String reservation) {
  /** A claim without reservation. */
  public Check(
      String id, String what, Estimate figure, String unit, double bound, boolean atLeast) {
    this(id, what, figure, unit, bound, atLeast, "");
  }

  /** Returns a claim that the figure is at least the bound. */
  public static Check atLeast(String id, String what, Estimate figure, String unit, double bound) {
    return new Check(id, what, figure, unit, bound, /* atLeast= */ true);
  }

  /** Returns a claim that the figure is at most the bound. */
  public static Check atMost(String id, String what, Estimate figure, String unit, double bound) {
    return new Check(id, what, figure, unit, bound, /* atLeast= */ false);
  }

  /** Returns the same with another reservation. */
  public Check reserved(String why) {
    String both = reservation.isEmpty() ? why : reservation + "; " + why;
    return new Check(id, what, figure, unit, bound, atLeast, both);
  }

  /**
   * Returns the verdict on the claim. With a reservation a claim that would hold is undecided. Else
   * it is the verdict {@linkplain #verdictOfFigure of the figure}.
   */
  public Verdict verdict() {
    Verdict ofFigure = verdictOfFigure();
    return ofFigure == Verdict.HOLDS && !reservation.isEmpty() ? Verdict.UNDECIDED : ofFigure;
  }

  /**
   * Returns what the figure alone says: {@code HOLDS} when the whole interval keeps the bound,
   * {@code FAILS} when the whole interval breaks it, {@code UNDECIDED} when the bound lies inside
   * or nothing was measured. An interval that only touches the bound keeps it. Without an interval
   * the value decides; an infinite interval, of too few rounds, decides nothing.
   *
   * <p>Worked: at least 0.93 holds for 0.97 [0.94, 1.00], is undecided for 0.97 [0.91, 1.03] and
   * fails for 0.85 [0.80, 0.90].
   */
  public Verdict verdictOfFigure() {
    if (!figure.known()) {
      return Verdict.UNDECIDED;
    }
    double low = Double.isNaN(figure.low()) ? figure.value() : figure.low();
    double high = Double.isNaN(figure.high()) ? figure.value() : figure.high();
    if (atLeast ? low >= bound : high <= bound) {
      return Verdict.HOLDS;
    }
    return (atLeast ? high < bound : low > bound) ? Verdict.FAILS : Verdict.UNDECIDED;
  }

  /** Returns whether the verdict is {@link Verdict#HOLDS}. */
  public boolean holds() {
    return verdict() == Verdict.HOLDS;
  }
}
