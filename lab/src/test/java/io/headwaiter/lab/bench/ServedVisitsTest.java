package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a search makes of a run. The clients wait 1 s. */
class ServedVisitsTest {
  private static final LoadOptions OFFERED =
      Visits.browsing(Customers.of(1)).toBuilder()
          .ratePerSecond(100)
          .duration(Duration.ofSeconds(10))
          .build();

  @Test
  void countsPagesLessLostVisits() {
    assertThat(ServedVisits.perSecond(Results.of(OFFERED, 90, 200, 0), OFFERED))
        .isCloseTo(90, within(0.1));
    assertThat(ServedVisits.perSecond(Results.of(OFFERED, 90, 200, 50), OFFERED))
        .isCloseTo(85, within(0.1));
  }

  @Test
  void halvesServerAtTheEdge() {
    assertThat(ServedVisits.halvedAtTheEdge(Results.of(OFFERED, 90, 200, 0), OFFERED))
        .isCloseTo(90, within(0.1));
    assertThat(ServedVisits.halvedAtTheEdge(Results.of(OFFERED, 90, 501, 0), OFFERED))
        .as("p99 is over half of the patience")
        .isCloseTo(45, within(0.1));
    assertThat(ServedVisits.halvedAtTheEdge(Results.of(OFFERED, 60, 200, 0), OFFERED))
        .as("less than two thirds of what is offered")
        .isCloseTo(30, within(0.1));
  }
}
