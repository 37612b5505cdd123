package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DecayingMeanTest {
  @Test
  void weighsPriorAgainstEvents() {
    DecayingMean mean = new DecayingMean(5, 2);
    assertThat(mean.mean()).isEqualTo(5);
    mean.add(1, 1e9, 80, 8);
    assertThat(mean.mean()).isCloseTo(9, within(1e-9));
  }

  @Test
  void decaysByTimeConstantTowardsPrior() {
    DecayingMean mean = new DecayingMean(5, 1);
    mean.add(1, 10, 1000, 100);
    mean.add(10, 10, 0, 0);
    double kept = 100 * Math.exp(-1);
    assertThat(mean.mean()).isCloseTo((10 * kept + 5) / (kept + 1), within(1e-9));
    mean.add(1000, 10, 0, 0);
    assertThat(mean.mean()).isCloseTo(5, within(1e-9));
  }

  @Test
  void manyEventsWeighMoreThanFew() {
    DecayingMean mean = new DecayingMean(0, 0);
    mean.add(0, 10, 99 * 2.0, 99);
    mean.add(0, 10, 102, 1);
    assertThat(mean.mean()).isCloseTo(3, within(1e-9));
  }

  @Test
  void returnsPriorWithoutWeightOrEvents() {
    assertThat(new DecayingMean(7, 0).mean()).isEqualTo(7);
  }
}
