package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistenceTimeoutTest {
  @ParameterizedTest
  @CsvSource({
    "0, 10000",
    "33, 10000",
    "34, 5000",
    "66, 5000",
    "67, 3333",
    "90, 3333",
    "91, 500",
    "100, 500"
  })
  void shortensAsWorkersRunOut(int busy, long millis) {
    assertThat(PersistenceTimeout.millis(10_000, busy, 100)).isEqualTo(millis);
  }

  @Test
  void keepsNoTimeout() {
    assertThat(PersistenceTimeout.millis(-1, 100, 100)).isEqualTo(-1);
  }

  @Test
  void isAtLeastOneMillisecond() {
    assertThat(PersistenceTimeout.millis(3, 100, 100)).isEqualTo(1);
  }

  @Test
  void neverGrowsWithBusyWorkers() {
    for (int busy = 1; busy <= 7; busy++) {
      assertThat(PersistenceTimeout.millis(5000, busy, 7))
          .isLessThanOrEqualTo(PersistenceTimeout.millis(5000, busy - 1, 7));
    }
  }
}
