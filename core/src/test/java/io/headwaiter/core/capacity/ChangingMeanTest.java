package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class ChangingMeanTest {
  private static final double TICK_NANOS = 50e6;
  private final Random random = new Random(42);

  /** Adds ticks of 25 events each: 500 a second. */
  private void feed(ChangingMean mean, int ticks, DoubleSupplier cost) {
    for (int tick = 0; tick < ticks; tick++) {
      double sum = 0;
      for (int i = 0; i < 25; i++) {
        sum += cost.getAsDouble();
      }
      mean.add(TICK_NANOS, sum, 25);
    }
  }

  private double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  @Test
  void equalsPriorBeforeFirstMeasurement() {
    ChangingMean mean = new ChangingMean(4, 5);
    assertThat(mean.mean()).isEqualTo(4);
    mean.add(TICK_NANOS, 0, 0);
    mean.add(1e12, 0, 0);
    assertThat(mean.mean()).isEqualTo(4);
  }

  @Test
  void weighsPriorAgainstMeasurements() {
    ChangingMean mean = new ChangingMean(4, 5);
    mean.add(TICK_NANOS, 5 * 4.2, 5);
    assertThat(mean.mean()).isCloseTo(4.1, within(1e-9));
  }

  /** The mean is off by at most 5 % in 400 readings. The fast mean alone would be off by 12 %. */
  @Test
  void staysSteadyWithoutChange() {
    ChangingMean mean = new ChangingMean(1, 1);
    feed(mean, 200, () -> exponential(1));
    double worst = 0;
    for (int i = 0; i < 400; i++) {
      feed(mean, 1, () -> exponential(1));
      worst = Math.max(worst, Math.abs(mean.mean() - 1));
    }
    assertThat(worst).isLessThan(0.06);
  }

  /** The mean is within 5 % after 0.8 s. The slow mean alone would have gone 27 % of the way. */
  @Test
  void followsStepWithinOneSecond() {
    for (double factor : new double[] {0.25, 0.5, 2, 4}) {
      ChangingMean mean = new ChangingMean(1, 1);
      feed(mean, 400, () -> exponential(1));
      feed(mean, 20, () -> exponential(factor));
      assertThat(mean.mean() / factor).as("times %s", factor).isCloseTo(1, within(0.12));
      feed(mean, 20, () -> exponential(factor));
      assertThat(mean.mean() / factor).as("times %s", factor).isCloseTo(1, within(0.07));
    }
  }

  /** Handshakes vary little, so a small step is detected too. */
  @Test
  void detectsSmallStepOfSteadyValues() {
    ChangingMean mean = new ChangingMean(1, 1);
    feed(mean, 400, () -> 0.95 + 0.1 * random.nextDouble());
    feed(mean, 20, () -> 1.2 * (0.95 + 0.1 * random.nextDouble()));
    assertThat(mean.mean()).isCloseTo(1.2, within(0.02));
  }

  @Test
  void acceptsWeightsOtherThanEvents() {
    ChangingMean mean = new ChangingMean(1, 10);
    for (int i = 0; i < 400; i++) {
      mean.add(TICK_NANOS, 300, 100, 20);
    }
    assertThat(mean.mean()).isCloseTo(3, within(0.01));
  }

  @Test
  void staysFiniteAndNonNegativeForAnyInput() {
    ChangingMean mean = new ChangingMean(1, 1);
    for (int i = 0; i < 10_000; i++) {
      double scale = Math.pow(10, random.nextInt(12));
      mean.add(
          random.nextDouble() * 1e10,
          random.nextInt(3) == 0 ? 0 : random.nextDouble() * scale,
          random.nextInt(4) == 0 ? 0 : random.nextInt(1000));
      assertThat(mean.mean()).isFinite().isNotNegative();
    }
  }
}
