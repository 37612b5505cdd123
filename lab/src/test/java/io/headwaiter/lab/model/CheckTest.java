package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.report.Validity;
import java.util.List;
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

  @Test
  void invalidRunIsMarkedInVerdict() {
    Validity disturbed = new Validity(List.of("stock was not flat", "the host was busy"));
    assertThat(disturbed.line())
        .isEqualTo("not valid, run again: stock was not flat; the host was busy");
    assertThat(disturbed.words(Verdict.HOLDS)).isEqualTo("holds (run not valid)");
    assertThat(Validity.VALID.line()).isEqualTo("valid");
    assertThat(Validity.VALID.words(Verdict.HOLDS)).isEqualTo("holds");
  }
}
