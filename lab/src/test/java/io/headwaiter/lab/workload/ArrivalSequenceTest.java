package io.headwaiter.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ArrivalSequenceTest {
  private static final int COUNT = 20_000;
  private static final double RATE = 250;

  private static double[] gapsInMeans(ArrivalSequence sequence) {
    double[] gaps = new double[COUNT];
    long last = 0;
    for (int i = 0; i < COUNT; i++) {
      long next = sequence.nextNanos();
      gaps[i] = (next - last) * RATE / 1e9;
      last = next;
    }
    return gaps;
  }

  /** Kolmogorov-Smirnov distance from a distribution, times the root of the sample size. */
  private static double distance(double[] sample, DoubleUnaryOperator distribution) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double most = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = distribution.applyAsDouble(sorted[i]);
      double above = (i + 1) / (double) sorted.length - expected;
      double below = expected - i / (double) sorted.length;
      most = Math.max(most, Math.max(above, below));
    }
    return most * Math.sqrt(sorted.length);
  }

  /** 1.95 is the 0.1 % critical value; the seeds are fixed, so this passes or fails for good. */
  private static final double CRITICAL = 1.95;

  @Test
  void poissonGapsAreExponential() {
    double[] gaps = gapsInMeans(ArrivalSequence.poisson(RATE, new SplittableRandom(1)));
    assertThat(distance(gaps, x -> 1 - Math.exp(-x))).isLessThan(CRITICAL);
    assertThat(distance(gaps, x -> Math.min(1, x / 2))).isGreaterThan(10);
  }

  @Test
  void uniformGapsAreUniform() {
    double[] gaps = gapsInMeans(ArrivalSequence.uniform(RATE, new SplittableRandom(1)));
    assertThat(distance(gaps, x -> Math.min(1, x / 2))).isLessThan(CRITICAL);
    assertThat(distance(gaps, x -> 1 - Math.exp(-x))).isGreaterThan(10);
  }

  @Test
  void constantGapsDoNotDrift() {
    ArrivalSequence sequence = ArrivalSequence.constant(3);
    long last = 0;
    for (int i = 0; i < 3_000_000; i++) {
      last = sequence.nextNanos();
    }
    assertThat(last / 1e9).isCloseTo(1_000_000, within(1e-3));
  }

  @Test
  void doesNotBunchAtHighRates() {
    ArrivalSequence sequence = ArrivalSequence.poisson(100_000, new SplittableRandom(5));
    int[] perMillisecond = new int[1000];
    for (long at = sequence.nextNanos(); at < 1_000_000_000L; at = sequence.nextNanos()) {
      perMillisecond[(int) (at / 1_000_000)]++;
    }
    assertThat(Arrays.stream(perMillisecond).max().orElseThrow()).isLessThan(150);
    assertThat(Arrays.stream(perMillisecond).min().orElseThrow()).isGreaterThan(50);
  }

  @Property(tries = 50)
  void isStrictlyIncreasingAndRepeatable(
      @ForAll long seed, @ForAll @DoubleRange(min = 0.01, max = 1e9) double rate) {
    ArrivalSequence one = ArrivalSequence.poisson(rate, new SplittableRandom(seed));
    ArrivalSequence two = ArrivalSequence.poisson(rate, new SplittableRandom(seed));
    long last = 0;
    for (int i = 0; i < 200; i++) {
      long next = one.nextNanos();
      assertThat(next).isGreaterThan(last).isEqualTo(two.nextNanos());
      last = next;
    }
  }

  @Test
  void refusesARateThatIsNoRate() {
    for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> ArrivalSequence.constant(rate))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("greater than 0");
    }
  }
}
