package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Timing;
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
  private static final Timing.Trials LONG =
      new Timing.Trials(Duration.ofMinutes(1), Duration.ofSeconds(10), true);

  @Test
  void countsPagesLessLostVisits() {
    assertThat(ServedVisits.perSecond(Results.of(OFFERED, 90, 200, 0), OFFERED))
        .isCloseTo(90, within(0.1));
    assertThat(ServedVisits.perSecond(Results.of(OFFERED, 90, 200, 50), OFFERED))
        .isCloseTo(85, within(0.1));
  }

  @Test
  void serverAtTheEdgeDoesNotFollow() {
    assertThat(ServedVisits.of(Results.of(OFFERED, 90, 200, 0), OFFERED, LONG).follows()).isTrue();
    assertThat(ServedVisits.of(Results.of(OFFERED, 90, 501, 0), OFFERED, LONG).follows())
        .as("p99 is over half of the patience")
        .isFalse();
    assertThat(ServedVisits.of(Results.of(OFFERED, 60, 200, 0), OFFERED, LONG).follows())
        .as("less than two thirds of what is offered")
        .isFalse();
  }

  @Test
  void shortRunAsksForPartOfItsPages() {
    assertThat(Visits.meanSeconds(OFFERED)).isCloseTo(5.25, within(1e-9));
    assertThat(ServedVisits.underWay(OFFERED, LONG)).isCloseTo(1, within(1e-3));
    Timing.Trials brief = new Timing.Trials(Duration.ofSeconds(2), Duration.ofMillis(1500), true);
    assertThat(ServedVisits.underWay(OFFERED, brief)).isCloseTo(0.405, within(0.001));
    assertThat(ServedVisits.of(Results.of(OFFERED, 30, 200, 0), OFFERED, brief).follows()).isTrue();
    assertThat(ServedVisits.of(Results.of(OFFERED, 25, 200, 0), OFFERED, brief).follows())
        .isFalse();
  }

  @Test
  void whoeverWaitsForEverIsNeverLate() {
    LoadOptions patient = OFFERED.toBuilder().patience(Duration.ZERO).build();
    assertThat(ServedVisits.of(Results.of(patient, 90, 9000, 0), patient, LONG).follows()).isTrue();
  }
}
