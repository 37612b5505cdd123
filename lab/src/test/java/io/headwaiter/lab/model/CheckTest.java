package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckTest {
  private static Verdict atLeast(double bound, Estimate figure) {
    Check check = Check.atLeast("x", "It is fast", figure, "times", bound);
    assertThat(check.holds()).isEqualTo(check.verdict() == Verdict.HOLDS);
    return check.verdict();
  }

  private static Verdict atMost(double bound, Estimate figure) {
    return Check.atMost("y", "It is small", figure, "MB", bound).verdict();
  }

  @Test
  void wholeIntervalDecides() {
    assertThat(atLeast(0.93, new Estimate(0.97, 0.94, 1))).isEqualTo(Verdict.HOLDS);
    assertThat(atLeast(0.93, new Estimate(0.97, 0.91, 1.03))).isEqualTo(Verdict.UNDECIDED);
    assertThat(atLeast(0.93, new Estimate(0.9, 0.86, 0.94))).isEqualTo(Verdict.UNDECIDED);
    assertThat(atLeast(0.93, new Estimate(0.85, 0.8, 0.9))).isEqualTo(Verdict.FAILS);
    assertThat(atMost(2, new Estimate(1.5, 1.2, 1.8))).isEqualTo(Verdict.HOLDS);
    assertThat(atMost(2, new Estimate(1.5, 0.9, 2.1))).isEqualTo(Verdict.UNDECIDED);
    assertThat(atMost(2, new Estimate(2.5, 2.1, 2.9))).isEqualTo(Verdict.FAILS);
  }

  @Test
  void intervalTouchingBoundHolds() {
    assertThat(atMost(0, new Estimate(0, 0, 0))).isEqualTo(Verdict.HOLDS);
    assertThat(atLeast(1, new Estimate(1.1, 1, 1.2))).isEqualTo(Verdict.HOLDS);
    assertThat(atMost(0, new Estimate(0, 0, 0.1))).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void valueDecidesWithoutInterval() {
    assertThat(atLeast(1, Estimate.of(1))).isEqualTo(Verdict.HOLDS);
    assertThat(atLeast(1, Estimate.of(0.9))).isEqualTo(Verdict.FAILS);
  }

  @Test
  void unknownFigureIsUndecided() {
    assertThat(atLeast(1, Estimate.UNKNOWN)).isEqualTo(Verdict.UNDECIDED);
    assertThat(atMost(1, Estimate.UNKNOWN)).isEqualTo(Verdict.UNDECIDED);
  }

  /** A search that ended too early: whatever the figure is, it could have been another. */
  @Test
  void reservationKeepsClaimFromHoldingButNotFromFailing() {
    Estimate figure = new Estimate(0.9, 0.8, 1);
    Check held = new Check("a", "b", figure, "x", 0.7, /* atLeast= */ true, "the search was short");
    assertThat(held.verdictOfFigure()).isEqualTo(Verdict.HOLDS);
    assertThat(held.verdict()).isEqualTo(Verdict.UNDECIDED);
    Check failed = new Check("a", "b", figure, "x", 1.1, /* atLeast= */ true, "as before");
    assertThat(failed.verdict()).isEqualTo(Verdict.FAILS);
  }
}
