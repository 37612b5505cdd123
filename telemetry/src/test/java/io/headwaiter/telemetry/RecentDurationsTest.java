package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RecentDurationsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final RecentDurations durations = new RecentDurations();

  @Test
  void emptyHasNoPercentile() {
    assertThat(durations.nanosAt(0.5)).isNaN();
  }

  @Test
  void percentilesOfTwoValues() {
    for (int i = 0; i < 98; i++) {
      durations.record(2 * MILLI);
    }
    durations.record(40 * MILLI);
    durations.record(40 * MILLI);
    assertThat(durations.nanosAt(0.98)).isCloseTo(2 * MILLI, Percentage.withPercentage(0.8));
    assertThat(durations.nanosAt(0.99)).isCloseTo(40 * MILLI, Percentage.withPercentage(0.8));
    assertThat(durations.nanosAt(1)).isCloseTo(40 * MILLI, Percentage.withPercentage(0.8));
  }

  @Test
  void percentilesAreThoseOfSortedSample() {
    Random random = new Random(7);
    long[] sample = random.doubles(10_000).mapToLong(u -> (long) Math.exp(25 * u)).toArray();
    Arrays.stream(sample).forEach(durations::record);
    Arrays.sort(sample);
    for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
      long exact = Math.min(sample[(int) Math.ceil(part * sample.length) - 1], 68 * SECOND);
      assertThat(durations.nanosAt(part)).isCloseTo(exact, within(512 + 0.008 * exact));
    }
  }

  /** The middle of a range is in the range, and ranges follow each other without a gap. */
  @Test
  void rangesCoverAllDurations() {
    int before = -1;
    for (long nanos = 0; nanos < 60 * SECOND; nanos += Math.max(1, nanos / 500)) {
      int index = RecentDurations.indexOf(nanos);
      assertThat(index).isBetween(before, before + 1);
      assertThat(RecentDurations.indexOf((long) RecentDurations.nanosOf(index))).isEqualTo(index);
      before = index;
    }
  }

  @Test
  void extremesAreCounted() {
    durations.record(Long.MAX_VALUE);
    assertThat(durations.nanosAt(1)).isCloseTo(68 * SECOND, Percentage.withPercentage(3));
    durations.record(Long.MIN_VALUE);
    assertThat(durations.nanosAt(0)).isBetween(0.0, 1024.0);
  }

  @Test
  void forgetsAfterTwentySeconds() {
    durations.tick(0);
    durations.record(MILLI);
    durations.tick(10 * SECOND);
    durations.record(30 * MILLI);
    assertThat(durations.nanosAt(0.5)).isCloseTo(MILLI, Percentage.withPercentage(0.8));
    durations.tick(20 * SECOND);
    assertThat(durations.nanosAt(0.5)).isCloseTo(30 * MILLI, Percentage.withPercentage(0.8));
    durations.tick(30 * SECOND);
    assertThat(durations.nanosAt(0.5)).isNaN();
  }
}
