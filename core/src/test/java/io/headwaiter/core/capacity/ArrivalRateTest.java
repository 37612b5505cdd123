package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrivalRateTest {
  private static final double INTERVAL_NANOS = 50e6;

  private final ArrivalRate rate = new ArrivalRate();
  private final Random random = new Random(7);

  @Test
  void isZeroBeforeFirstArrival() {
    assertThat(rate.perNano()).isZero();
    rate.add(INTERVAL_NANOS, 0);
    assertThat(rate.perNano()).isZero();
  }

  @Test
  void measuresSteadyRate() {
    pass(20, 100);

    double worst = 0;
    for (int i = 0; i < 400; i++) {
      pass(0.05, 100);
      worst = Math.max(worst, Math.abs(perSecond() / 100 - 1));
    }
    // The mean of 5 s has a deviation of 4.5 %; that of an interval, 45 %.
    assertThat(worst).isLessThan(0.2);
  }

  @Test
  void followsFallOfRate() {
    for (int i = 0; i < 20; i++) {
      pass(15, 100);
      pass(1.5, 12);
      assertThat(perSecond()).as("fall %d", i).isLessThan(30);
    }
  }

  @Test
  void followsRiseOfRate() {
    for (int i = 0; i < 20; i++) {
      pass(15, 12);
      pass(1.5, 100);
      assertThat(perSecond()).as("rise %d", i).isGreaterThan(70);
    }
  }

  @Test
  void detectsEndOfArrivals() {
    pass(15, 100);
    for (int i = 0; i < 20; i++) {
      rate.add(INTERVAL_NANOS, 0);
    }

    assertThat(perSecond()).isLessThan(1);
    pass(2, 100);
    assertThat(perSecond()).isCloseTo(100, within(40.0));
  }

  @Test
  void burstsDoNotBiasRate() {
    // Ten at once, ten times a second on average: the rate does not change.
    double sum = 0;
    for (int i = 0; i < 4000; i++) {
      rate.add(INTERVAL_NANOS, 10 * poisson(0.5));
      if (i >= 400) {
        sum += perSecond();
      }
    }
    assertThat(sum / 3600).isCloseTo(100, within(12.0));
  }

  private void pass(double seconds, double perSecond) {
    for (int i = 0; i < seconds * 1e9 / INTERVAL_NANOS; i++) {
      rate.add(INTERVAL_NANOS, poisson(perSecond * INTERVAL_NANOS / 1e9));
    }
  }

  private double perSecond() {
    return rate.perNano() * 1e9;
  }

  private int poisson(double mean) {
    int events = 0;
    for (double time = -Math.log(1 - random.nextDouble());
        time < mean;
        time -= Math.log(1 - random.nextDouble())) {
      events++;
    }
    return events;
  }
}
