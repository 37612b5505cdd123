package io.headwaiter.load.workload;

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
  void rejectsInvalidRates() {
    for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> ArrivalSequence.constant(rate))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("greater than 0");
    }
  }

  /** Variance over mean of the counts in windows of this many seconds. */
  private static double dispersion(ArrivalSequence sequence, double windowSeconds, int windows) {
    double[] counts = new double[windows];
    long end = (long) (windowSeconds * windows * 1e9);
    for (long at = sequence.nextNanos(); at < end; at = sequence.nextNanos()) {
      counts[(int) Math.min(windows - 1, at / (windowSeconds * 1e9))]++;
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    return Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (windows - 1) / mean;
  }

  /** A phase lasts 2.97 s and 2.35 s on average; windows of 300 s are long against it. */
  @Test
  void burstsHaveStatedDispersionAndRate() {
    double plain = dispersion(ArrivalSequence.poisson(10, new SplittableRandom(1)), 300, 2000);
    assertThat(plain).isBetween(0.9, 1.1);
    ArrivalSequence bursty = ArrivalSequence.bursty(10, 1.8, 20, new SplittableRandom(1));
    assertThat(dispersion(bursty, 300, 2000)).isBetween(17.5, 22.0);
    ArrivalSequence onAndOff = ArrivalSequence.bursty(20, 2, 48, new SplittableRandom(2));
    assertThat(dispersion(onAndOff, 300, 2000)).isBetween(42.0, 53.0);
    long last = 0;
    for (int i = 0; i < 1_000_000; i++) {
      last = bursty.nextNanos();
    }
    assertThat((1_000_000 + 10 * 600_000.0) / (last / 1e9)).isBetween(9.7, 10.3);
  }

  @Test
  void rejectsImpossibleBursts() {
    SplittableRandom random = new SplittableRandom(1);
    for (double[] bad : new double[][] {{1, 5}, {2.1, 5}, {1.5, 1}, {1.5, Double.NaN}}) {
      assertThatThrownBy(() -> ArrivalSequence.bursty(1, bad[0], bad[1], random))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("index of dispersion");
    }
    assertThatThrownBy(() -> ArrivalSequence.bursty(0, 1.5, 5, random))
        .hasMessageContaining("greater than 0");
  }
}
