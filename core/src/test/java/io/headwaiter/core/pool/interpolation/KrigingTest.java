package io.headwaiter.core.pool.interpolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class KrigingTest {
  private static double[][] places(int n, long seed) {
    SplittableRandom dice = new SplittableRandom(seed);
    double[][] places = new double[n][];
    Arrays.setAll(places, i -> new double[] {3 * dice.nextDouble(), 3 * dice.nextDouble()});
    return places;
  }

  private static Series values(double[][] places, ToDoubleFunction<double[]> of) {
    return new Series(Arrays.stream(places).mapToDouble(of).toArray());
  }

  @Test
  void goesThroughItsPoints() {
    double[][] places = places(12, 1);
    ToDoubleFunction<double[]> wave = x -> 10 + 3 * Math.sin(x[0]) + 2 * Math.cos(x[1]);
    Series values = values(places, wave);
    Kriging kriging = new Kriging(places, new double[] {1, 1});
    for (int i = 0; i < places.length; i++) {
      assertThat(kriging.at(places[i]).applyAsDouble(values))
          .isCloseTo(values.value(i), within(0.1));
      assertThat(kriging.variance(places[i])).isLessThan(2e-3);
    }
  }

  /** Coordinates are logarithms: x^2 / y is a plane. */
  @Test
  void extrapolatesPowerLaws() {
    double[][] places = places(8, 2);
    ToDoubleFunction<double[]> power = x -> Math.exp(1 + 2 * x[0] - x[1]);
    Kriging kriging = new Kriging(places, new double[] {1, 1});
    double[] there = {3.3, 3.3};
    assertThat(kriging.at(there).applyAsDouble(values(places, power)))
        .isCloseTo(power.applyAsDouble(there), within(0.05 * power.applyAsDouble(there)));
  }

  @Test
  void findsRiseOfPowerLaw() {
    double[][] places = places(8, 2);
    Kriging kriging = new Kriging(places, new double[] {4, 1});
    Series values = values(places, x -> Math.exp(1 + 2 * x[0] - x[1]));
    double rise = kriging.rise(new double[] {1, 1}, new double[] {1, 2}).applyAsDouble(values);
    assertThat(rise).isCloseTo(-1, within(0.05));
  }

  @Test
  void varianceGrowsWithDistance() {
    Kriging kriging = new Kriging(places(8, 3), new double[] {1, 1});
    double near = kriging.variance(new double[] {1.5, 1.5});
    double far = kriging.variance(new double[] {6, 6});
    assertThat(far).isGreaterThan(3 * near).isGreaterThan(1);
  }

  /** The equations have a solution if all points lie in a line, and if there is one point. */
  @Test
  void acceptsCollinearAndSinglePoints() {
    double[][] line = {{1, 1}, {2, 2}, {3, 3}};
    Kriging kriging = new Kriging(line, new double[] {1, 1});
    assertThat(
            kriging.at(new double[] {2.5, 2.5}).applyAsDouble(new Series(new double[] {5, 5, 5})))
        .isCloseTo(5, within(1e-6));
    Kriging one = new Kriging(new double[][] {{1, 1}}, new double[] {1, 1});
    assertThat(one.at(new double[] {4, 0}).applyAsDouble(new Series(new double[] {5})))
        .isCloseTo(5, within(1e-9));
  }
}
