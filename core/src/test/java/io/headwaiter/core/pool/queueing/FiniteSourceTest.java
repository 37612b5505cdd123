package io.headwaiter.core.pool.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FiniteSourceTest {
  /** The worked number. */
  @Test
  void matchesWorkedNumber() {
    assertThat(FiniteSource.turnsPerNano(2, 1, 1, 1)).isCloseTo(0.8, within(1e-9));
  }

  /** pi = 1, 4, 6, 6, 3: (4 * 1 + (6 + 6 + 3) * 2) / 20. */
  @Test
  void computesRateOfFourThreadsAndTwoConnections() {
    assertThat(FiniteSource.turnsPerNano(4, 1, 1, 2)).isCloseTo(1.7, within(1e-12));
  }

  /** One and a half processors: pi = 1, 2, 4/3; with two holders at work they do 1.5. */
  @Test
  void acceptsFractionOfProcessor() {
    assertThat(FiniteSource.turnsPerNano(2, 1, 1, 1.5))
        .isCloseTo((2 + 4 / 3.0 * 1.5) / (3 + 4 / 3.0), within(1e-12));
  }

  @Test
  void manyHoldersDoNotOverflow() {
    assertThat(FiniteSource.turnsPerNano(10_000, 1000, 1, 8)).isCloseTo(0.008, within(1e-9));
    assertThat(FiniteSource.turnsPerNano(1000, 1e15, 1e-3, 1)).isCloseTo(1e-15, within(1e-24));
  }

  /** The machine repairman in closed form: rate (1 - p0) / c. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 1, 4", "10, 1, 9", "10, 2, 100", "40, 1, 9"})
  void agreesWithMachineRepairmanFormula(int m, double c, double z) {
    double term = 1;
    double sum = 1;
    for (int k = 1; k <= m; k++) {
      term *= (m - k + 1) * c / z;
      sum += term;
    }
    double expected = (1 - 1 / sum) / c;
    assertThat(FiniteSource.turnsPerNano(m, c, z, 1)).isCloseTo(expected, within(expected * 1e-9));
  }

  @Test
  void fewHoldersLimitRateDuringLongWaits() {
    assertThat(FiniteSource.turnsPerNano(10, 1.5, 100, 1)).isCloseTo(10 / 101.5, within(2e-3));
  }

  @Test
  void processorsLimitRateOfManyHolders() {
    assertThat(FiniteSource.turnsPerNano(10, 2, 0, 1)).isCloseTo(0.5, within(1e-3));
    assertThat(FiniteSource.turnsPerNano(400, 2, 1, 8)).isCloseTo(4, within(0.1));
    assertThat(FiniteSource.turnsPerNano(10, 2, 0, 0.5)).isCloseTo(0.25, within(1e-3));
  }

  @Test
  void moreHoldersNeverLowerRate() {
    double before = 0;
    for (int m = 1; m < 100; m++) {
      double rate = FiniteSource.turnsPerNano(m, 1.5, 20, 4);
      assertThat(rate).isBetween(before - 1e-12, 4 / 1.5 + 1e-12);
      before = rate;
    }
  }

  /** The sum as in the equation, from k = 0. */
  private static double plain(int m, double served, double other, double n) {
    double term = 1;
    double sum = 1;
    double busy = 0;
    for (int k = 1; k <= m; k++) {
      term *= (m - k + 1) * served / (other * Math.min(k, n));
      sum += term;
      busy += term * Math.min(k, n);
    }
    return busy / sum / served;
  }

  @Property
  void matchesSumOverAllStates(
      @ForAll @IntRange(min = 1, max = 60) int m,
      @ForAll @DoubleRange(min = -1, max = 2) double logRatio,
      @ForAll @DoubleRange(min = 0.1, max = 120) double n) {
    double other = Math.pow(10, logRatio);
    double expected = plain(m, 1, other, n);
    assertThat(FiniteSource.turnsPerNano(m, 1, other, n))
        .isCloseTo(expected, within(expected * 1e-12));
  }

  /** The steps are bounded: two billion holders take about as many as a million. */
  @ParameterizedTest
  @CsvSource({"1e6, 4", "1e6, 1e6", "2147483647, 4", "2147483647, 1e9", "2147483647, 1e12"})
  void staysAccurateForBillionsOfHolders(double m, double n) {
    double expected = Math.min(n, m / (1 + 2));
    assertThat(FiniteSource.turnsPerNano((int) m, 1, 2, n))
        .isCloseTo(expected, within(expected * 1e-3));
  }

  @ParameterizedTest
  @CsvSource({"1e-100, 1e100", "1e300, 1e-300", "1, 1e-300", "1, 4.9e-324"})
  void extremeTimesGiveFinitePositiveRates(double served, double other) {
    assertThat(FiniteSource.turnsPerNano(200, served, other, 4)).isPositive().isFinite();
  }

  /** Mean value analysis, with one fast server and a delay in place of several servers. */
  private static double seidmann(int m, double served, double other, double n) {
    double shared = served / n;
    double alone = n < 1 ? 0 : served - shared;
    double queue = 0;
    double rate = 0;
    for (int k = 1; k <= m; k++) {
      double atServer = shared * (1 + queue);
      rate = k / (atServer + alone + other);
      queue = rate * atServer;
    }
    return rate;
  }

  /** With one server both are exact; with more the approximation is up to a sixth too low. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 16, 64})
  void isNeverBelowSeidmannApproximation(int servers) {
    double least = 1;
    for (int m = 1; m <= 400; m = m + 1 + m / 8) {
      for (double other = 0.1; other < 1000; other *= 2) {
        double before = seidmann(m, 1, other, servers);
        double now = FiniteSource.turnsPerNano(m, 1, other, servers);
        assertThat(now).isGreaterThanOrEqualTo(before * (1 - 1e-9));
        assertThat(now).isLessThanOrEqualTo(Math.min(servers, m / (1 + other)) * (1 + 1e-9));
        least = Math.min(least, before / now);
      }
    }
    assertThat(least).isBetween(servers == 1 ? 1 - 1e-9 : 0.8, 1 + 1e-9);
  }
}
