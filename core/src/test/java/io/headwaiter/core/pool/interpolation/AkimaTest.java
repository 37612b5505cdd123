package io.headwaiter.core.pool.interpolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.hipparchus.analysis.interpolation.AkimaSplineInterpolator;
import org.hipparchus.analysis.polynomials.PolynomialSplineFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AkimaTest {
  @RepeatedTest(200)
  void agreesWithHipparchus(RepetitionInfo info) {
    SplittableRandom dice = new SplittableRandom(info.getCurrentRepetition());
    int n = 5 + dice.nextInt(12);
    double[] x = new double[n];
    double[] y = new double[n];
    double at = dice.nextDouble();
    for (int i = 0; i < n; i++) {
      at += 0.1 + 5 * dice.nextDouble();
      x[i] = at;
      // The weights are 0 on level stretches.
      y[i] = dice.nextInt(3) == 0 && i > 0 ? y[i - 1] : 10 * dice.nextDouble() - 5;
    }
    PolynomialSplineFunction oracle = new AkimaSplineInterpolator().interpolate(x, y);
    for (int i = 0; i < 100; i++) {
      double v = x[0] + (x[n - 1] - x[0]) * i / 99 * 0.999999;
      assertThat(Akima.at(x, y, v)).isCloseTo(oracle.value(v), within(1e-9));
    }
  }

  /** The worked number. */
  @Test
  void matchesWorkedNumber() {
    assertThat(Akima.at(new double[] {0, 1, 2, 3, 4}, new double[] {0, 1, 2, 2, 2}, 2.5))
        .isCloseTo(2.0625, within(1e-12));
  }

  @Test
  void onePointGivesConstant() {
    assertThat(Akima.at(new double[] {3}, new double[] {7}, 3)).isEqualTo(7);
  }

  @Test
  void twoPointsGiveLine() {
    assertThat(Akima.at(new double[] {1, 3}, new double[] {2, 8}, 1.5))
        .isCloseTo(3.5, within(1e-12));
  }

  @Test
  void threePointsGiveParabola() {
    double[] x = {1, 2, 4};
    double[] y = {1, 4, 16};
    for (double v = 1; v <= 4; v += 0.25) {
      assertThat(Akima.at(x, y, v)).isCloseTo(v * v, within(1e-12));
    }
  }

  /** With four points all slopes are those of the parabolas through the first or last three. */
  @Test
  void reproducesParabolaThroughFourPoints() {
    double[] x = {1, 2, 4, 7};
    double[] y = {1, 4, 16, 49};
    for (double v = 1; v <= 7; v += 0.25) {
      assertThat(Akima.at(x, y, v)).isCloseTo(v * v, within(1e-12));
    }
  }

  @Test
  void goesThroughItsPoints() {
    double[] x = {1, 2, 4, 5, 10, 15};
    double[] y = {3, 1, 4, 1, 5, 9};
    for (int i = 0; i < x.length; i++) {
      assertThat(Akima.at(x, y, x[i])).isCloseTo(y[i], within(1e-12));
    }
  }

  @Test
  void rejectsValuesOutsidePoints() {
    double[] x = {1, 2};
    assertThatThrownBy(() -> Akima.at(x, x, 0.9)).hasMessage("must be within 1.0 to 2.0, got 0.9");
    assertThatThrownBy(() -> Akima.at(x, x, 2.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Akima.at(x, x, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
