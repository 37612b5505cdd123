package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisturbanceTest {
  @Test
  void textIsThatOfStoredObservations() {
    assertThat(Disturbance.NONE).hasToString("Disturbance[settings={}, restart=NEVER]");
    assertThat(Disturbance.setting("pagePauseMillis", 100))
        .hasToString("Disturbance[settings={pagePauseMillis=100}, restart=NEVER]");
  }

  @Test
  void textTellsAnotherQuotaBefore() {
    assertThat(Disturbance.fromQuota(0.25))
        .hasToString("Disturbance[settings={}, restart=NEVER, quotaBefore=0.25]");
  }
}
