package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PriceTest {
  private static final double TICK_NANOS = 50e6;

  @Test
  void whatIsDearerIsBelievedAtOnce() {
    Price price = new Price(1);
    price.add(2, 0);
    assertThat(price.value()).isEqualTo(2);
  }

  @Test
  void theWorkedExampleHolds() {
    Price price = new Price(1);
    for (int i = 0; i < 4; i++) {
      price.add(0.5, TICK_NANOS);
    }
    assertThat(price.value()).isCloseTo(0.5 + 0.5 * Math.exp(-2), within(1e-9));
    assertThat(price.value()).isCloseTo(0.57, within(0.005));
  }

  @Test
  void withoutWorkNothingBecomesCheaper() {
    Price price = new Price(1);
    for (int i = 0; i < 1_000; i++) {
      price.add(0.1, 0);
    }
    assertThat(price.value()).isEqualTo(1);
  }
}
