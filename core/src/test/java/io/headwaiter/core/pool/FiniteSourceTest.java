package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiniteSourceTest {
  /** The worked number. */
  @Test
  void twoThreadsThatWaitHalfOfTheTime() {
    assertThat(FiniteSource.turnsPerNano(2, 1, 1, 1)).isCloseTo(0.8, within(1e-9));
  }

  /** pi = 1, 4, 6, 6, 3: (4 * 1 + (6 + 6 + 3) * 2) / 20. */
  @Test
  void fourThreadsAndTwoConnections() {
    assertThat(FiniteSource.turnsPerNano(4, 1, 1, 2)).isCloseTo(1.7, within(1e-12));
  }

  /** One and a half processors: pi = 1, 2, 4/3, and with both busy they do 1.5. */
  @Test
  void aFractionOfAProcessor() {
    assertThat(FiniteSource.turnsPerNano(2, 1, 1, 1.5))
        .isCloseTo((2 + 4 / 3.0 * 1.5) / (3 + 4 / 3.0), within(1e-12));
  }

  @Test
  void manyHoldersOverflowNothing() {
    assertThat(FiniteSource.turnsPerNano(10_000, 1000, 1, 8)).isCloseTo(0.008, within(1e-9));
    assertThat(FiniteSource.turnsPerNano(1000, 1e15, 1e-3, 1)).isCloseTo(1e-15, within(1e-24));
  }

  /** The machine repairman in closed form: rate (1 - p0) / c. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "3, 1, 4", "10, 1, 9", "10, 2, 100", "40, 1, 9"})
  void agreesWithTheMachineRepairman(int m, double c, double z) {
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
  void fewHoldersAreTheBoundWhereTheyWaitLong() {
    assertThat(FiniteSource.turnsPerNano(10, 1.5, 100, 1)).isCloseTo(10 / 101.5, within(2e-3));
  }

  @Test
  void processorsAreTheBoundWhereManyHoldersDoNotWait() {
    assertThat(FiniteSource.turnsPerNano(10, 2, 0, 1)).isCloseTo(0.5, within(1e-3));
    assertThat(FiniteSource.turnsPerNano(400, 2, 1, 8)).isCloseTo(4, within(0.1));
    assertThat(FiniteSource.turnsPerNano(10, 2, 0, 0.5)).isCloseTo(0.25, within(1e-3));
  }

  @Test
  void moreHoldersNeverDoLess() {
    double before = 0;
    for (int m = 1; m < 100; m++) {
      double rate = FiniteSource.turnsPerNano(m, 1.5, 20, 4);
      assertThat(rate).isBetween(before - 1e-12, 4 / 1.5 + 1e-12);
      before = rate;
    }
  }
}
