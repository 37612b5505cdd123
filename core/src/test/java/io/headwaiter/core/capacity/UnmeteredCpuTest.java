package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class UnmeteredCpuTest {
  private static final double TICK_NANOS = 50e6;
  private static final double MILLI = 1e6;

  private final UnmeteredCpu unmetered = new UnmeteredCpu();

  private void run(double seconds, double total, double visits, double beside) {
    for (int i = 0; i < seconds * 20; i++) {
      unmetered.add(TICK_NANOS, total * MILLI, visits * MILLI, beside * MILLI);
    }
  }

  @Test
  void learnsFactorOfVisits() {
    run(20, 7.5, 6.5, 0);
    assertThat(unmetered.visitFactor()).isCloseTo(7.5 / 6.5, within(0.01));
  }

  @Test
  void floodMovesOnlyItsOwnFactor() {
    run(20, 7.5, 6.5, 0);
    run(10, 7.5 + 21.5, 6.5, 15);
    assertThat(unmetered.visitFactor()).isCloseTo(7.5 / 6.5, within(0.04));
    assertThat(unmetered.besideFactor()).isCloseTo(21.5 / 15, within(0.03));
  }

  @Test
  void factorsAddUpToTotal() {
    run(60, 40, 20, 12);
    double shared = 20 * unmetered.visitFactor() + 12 * unmetered.besideFactor();
    assertThat(shared).isCloseTo(40, within(0.5));
  }

  @Test
  void detectsHigherVisitFactorBesideRefusals() {
    run(20, 26, 20, 4);
    run(20, 36, 20, 4);
    assertThat(20 * unmetered.visitFactor()).isGreaterThan(28);
  }

  @Test
  void factorsStayAtLeastOneAndKeepPrior() {
    run(20, 0, 0, 0);
    assertThat(unmetered.visitFactor()).isCloseTo(1.1, within(1e-9));
    run(20, 1, 5, 5);
    assertThat(unmetered.visitFactor()).isEqualTo(1);
    assertThat(unmetered.besideFactor()).isEqualTo(1);
  }
}
