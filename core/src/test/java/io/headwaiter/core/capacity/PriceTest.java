package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PriceTest {
  private static final double TICK_NANOS = 50e6;

  @Test
  void risesAtOnce() {
    Price price = new Price(1);
    price.add(2, 0);
    assertThat(price.value()).isEqualTo(2);
  }

  @Test
  void fallsExponentiallyWithWorkDone() {
    Price price = new Price(1);
    for (int i = 0; i < 4; i++) {
      price.add(0.5, TICK_NANOS);
    }
    assertThat(price.value()).isCloseTo(0.5 + 0.5 * Math.exp(-2), within(1e-9));
    assertThat(price.value()).isCloseTo(0.57, within(0.005));
  }

  @Test
  void doesNotFallWithoutWork() {
    Price price = new Price(1);
    for (int i = 0; i < 1_000; i++) {
      price.add(0.1, 0);
    }
    assertThat(price.value()).isEqualTo(1);
  }

  @Test
  void priceOfVaryingFigureStaysAboveItsMean() {
    Price price = new Price(1);
    for (int i = 0; i < 1_000; i++) {
      price.add(i % 2 == 0 ? 1.1 : 0.9, 20e6);
      assertThat(price.mean()).isCloseTo(1, within(0.02));
      assertThat(price.value()).isBetween(1.06, 1.1);
    }
  }

  @Test
  void meanStaysWithoutWork() {
    Price price = new Price(1);
    price.add(0.1, 0);
    price.add(10, 0);
    assertThat(price.mean()).isEqualTo(1);
  }
}
