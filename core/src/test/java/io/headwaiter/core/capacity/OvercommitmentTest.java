package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OvercommitmentTest {
  private static final double TICK_NANOS = 50e6;
  private final Overcommitment law = new Overcommitment(20_000_000);

  @Test
  void continuesAllVisitsAtLowDelayOrNeed() {
    law.add(TICK_NANOS, 0.9e9, 0.5, 0.8);
    assertThat(law.continuingPart()).isEqualTo(1);
    law.add(TICK_NANOS, 5e9, 0.8, 0.5);
    assertThat(law.continuingPart()).isEqualTo(1);
  }

  /** The worked number. */
  @Test
  void continuesOnlyVisitsThatFit() {
    law.add(TICK_NANOS, 1.1e9, 0.5, 0.8);
    assertThat(law.continuingPart()).isCloseTo(0.625, within(1e-9));
    // A smaller need later does not raise the part while the delay is above the target.
    law.add(TICK_NANOS, 1.1e9, 0.5, 0.6);
    law.add(TICK_NANOS, 0.5e9, 0.5, 0.4);
    assertThat(law.continuingPart()).isCloseTo(0.625, within(1e-9));
  }

  @Test
  void continuesAtLeastOneTenth() {
    law.add(TICK_NANOS, 2e9, 0, 3);
    assertThat(law.continuingPart()).isEqualTo(0.1);
  }

  @Test
  void partRisesStepByStepAfterOverload() {
    law.add(TICK_NANOS, 1.1e9, 0.5, 1);
    for (int i = 0; i < 10; i++) {
      law.add(TICK_NANOS, 10e6, 0.5, 0.4);
    }
    assertThat(law.continuingPart()).isCloseTo(0.75, within(1e-9));
    for (int i = 0; i < 20; i++) {
      law.add(TICK_NANOS, 10e6, 0.5, 0.4);
    }
    assertThat(law.continuingPart()).isEqualTo(1);
  }
}
