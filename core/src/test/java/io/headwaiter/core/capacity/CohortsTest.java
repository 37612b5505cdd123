package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CohortsTest {
  private static final double SECOND = 1e9;

  @Test
  void countsVisitsByAge() {
    Cohorts cohorts = new Cohorts();
    for (int tick = 0; tick < 200; tick++) {
      cohorts.add(50e6, tick < 100 ? 1 : 3);
    }
    assertThat(cohorts.begunBetween(0, 5 * SECOND)).isCloseTo(300, within(1e-6));
    assertThat(cohorts.begunBetween(5 * SECOND, 10 * SECOND)).isCloseTo(100, within(1e-6));
    assertThat(cohorts.begunBetween(4 * SECOND, 6 * SECOND)).isCloseTo(80, within(1e-6));
    assertThat(cohorts.begunBetween(10 * SECOND, 800 * SECOND)).isZero();
    assertThat(cohorts.begunBetween(-5 * SECOND, SECOND)).isCloseTo(60, within(1e-6));
    assertThat(cohorts.watchedNanos()).isCloseTo(10 * SECOND, within(1.0));
  }

  @Test
  void spreadsVisitsEvenlyOverInterval() {
    Cohorts cohorts = new Cohorts();
    cohorts.add(SECOND, 100);
    assertThat(cohorts.begunBetween(0.25 * SECOND, 0.5 * SECOND)).isCloseTo(25, within(1e-6));
  }

  /** Compares with a list of all intervals, of uneven length, over more time than is kept. */
  @Test
  void agreesWithListOfIntervals() {
    Random random = new Random(7);
    Cohorts cohorts = new Cohorts();
    Deque<double[]> all = new ArrayDeque<>();
    double now = 0;
    for (int i = 0; i < 30_000; i++) {
      double dt = (20 + random.nextInt(80)) * 1e6;
      int visits = random.nextInt(10);
      all.add(new double[] {now, now + dt, visits});
      now += dt;
      cohorts.add(dt, visits);
      if (i % 3000 == 2999) {
        double younger = random.nextDouble() * 400 * SECOND;
        double older = younger + random.nextDouble() * 400 * SECOND;
        assertThat(cohorts.begunBetween(younger, older))
            .isCloseTo(counted(all, now - older, now - younger), within(12.0));
      }
    }
  }

  private static double counted(Deque<double[]> all, double from, double to) {
    double sum = 0;
    for (double[] interval : all) {
      double overlap = Math.min(to, interval[1]) - Math.max(from, interval[0]);
      sum += overlap > 0 ? interval[2] * overlap / (interval[1] - interval[0]) : 0;
    }
    return sum;
  }

  @Test
  void longPauseKeepsCountsCorrect() {
    Cohorts cohorts = new Cohorts();
    cohorts.add(SECOND, 10);
    cohorts.add(1e14, 0);
    cohorts.add(SECOND, 20);
    assertThat(cohorts.begunBetween(0, SECOND)).isCloseTo(20, within(1e-6));
    assertThat(cohorts.begunBetween(2 * SECOND, 800 * SECOND)).isCloseTo(0, within(1e-6));
  }
}
