package io.headwaiter.load.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BatchMeansTest {
  @Test
  void computesWorkedNumber() {
    Interval interval = BatchMeans.of(new long[] {9, 11, 12, 12, 13, 15, 16, 16});
    assertThat(interval.batches()).isEqualTo(4);
    assertThat(interval.batchSeconds()).isEqualTo(2);
    assertThat(interval.mean()).isEqualTo(13);
    assertThat(interval.halfWidth()).isCloseTo(4.108, within(0.001));
  }

  @Test
  void shortSeriesHaveNoHalfWidth() {
    assertThat(BatchMeans.of(new long[] {4, 8, 6})).isEqualTo(new Interval(6, null, 1, 2));
    assertThat(BatchMeans.of(new long[0])).isEqualTo(new Interval(0, null, 0, 2));
  }

  @Test
  void longSeriesHaveAtMostTwentyBatches() {
    Interval interval = BatchMeans.of(new long[605]);
    assertThat(interval.batchSeconds()).isEqualTo(31);
    assertThat(interval.batches()).isEqualTo(19);
  }

  @Test
  void intervalCoversMeanIn95PercentOfRuns() {
    SplittableRandom random = new SplittableRandom(1);
    int covered = 0;
    for (int run = 0; run < 2000; run++) {
      long[] series = new long[20];
      for (int i = 0; i < series.length; i++) {
        series[i] = random.nextInt(101);
      }
      Interval interval = BatchMeans.of(series);
      covered += Math.abs(interval.mean() - 50) <= interval.halfWidth() ? 1 : 0;
    }
    assertThat(covered / 2000.0).isCloseTo(0.95, within(0.02));
  }
}
