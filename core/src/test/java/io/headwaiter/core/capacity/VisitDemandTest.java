package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VisitDemandTest {
  private static final int TICKS_PER_SECOND = 20;
  private static final double REQUEST_NANOS = 1.5e6;
  private final VisitDemand demand = new VisitDemand();
  private double worst = 1;

  @Test
  void answersTheWorkedNumber() {
    for (int i = 0; i < 200 * TICKS_PER_SECOND; i++) {
      demand.add(Snapshots.visits(i % 2 == 0 ? 2 : 3, 22.5e6, 15, 6e9, 1e6));
    }
    assertThat(demand.visitNanos()).isCloseTo(13e6, within(0.1e6));
    assertThat(demand.fullHandshakeNanos()).isCloseTo(4e6, within(1.0));
    assertThat(demand.requestsPerVisit()).isCloseTo(6, within(0.1));
    assertThat(demand.ageNanos()).isCloseTo(6e9, within(0.1e9));
    assertThat(demand.unpaidProcessors()).isLessThan(0.01);
  }

  @Test
  void startsFromWhatItAssumes() {
    assertThat(demand.visitNanos()).isEqualTo(14e6);
    assertThat(demand.trusted()).isFalse();
  }

  /**
   * Handshakes of 4 ms and memoryless visits of 9 requests, 1.5 ms each: 17.5 ms. Without the lag
   * the estimate is off by up to 80 % while arrivals drop, and by 35 % while they double.
   */
  @ParameterizedTest
  @CsvSource({"0.7, 2", "7, 2", "0.7, 0.05", "7, 0.05", "0.7, 1", "7, 1"})
  void staysRightWhileArrivalsChange(double thinkSeconds, double factor) {
    double age = 8 * thinkSeconds;
    double change = 12 * age + 20;
    simulate(thinkSeconds, t -> t < change ? 100 : 100 * factor, change - age, change + 2 * age);
    assertThat(worst).isBetween(1 / 1.15, 1.15);
  }

  @Test
  void hoursWithoutNewVisitsTeachNothingAboutTheirCost() {
    simulate(0.7, t -> 40, 100, 101);
    for (int i = 0; i < 600 * TICKS_PER_SECOND; i++) {
      demand.add(Snapshots.visits(0, 30e6, 20, 3e9, 0));
    }
    assertThat(demand.visitNanos()).isBetween(12e6, 19e6);
    assertThat(demand.unpaidProcessors()).isCloseTo(0.6, within(0.01));
  }

  /** 40 full ones and 40 returning ones a second, pages of 9 ms for each. */
  @Test
  void visitsThatBeginWithAResumedHandshakeAreVisits() {
    for (int i = 0; i < 200 * TICKS_PER_SECOND; i++) {
      demand.add(Snapshots.mixed(2, 2, 4 * 9e6, 0));
    }
    assertThat(demand.visitNanos()).isCloseTo(13e6, within(0.1e6));
    assertThat(demand.returningVisitNanos()).isCloseTo(10e6, within(0.1e6));
    assertThat(demand.unpaidProcessors()).isLessThan(0.01);
  }

  @Test
  void courtesyPagesDoNotMakeVisitsDearer() {
    for (int i = 0; i < 200 * TICKS_PER_SECOND; i++) {
      demand.add(Snapshots.mixed(2, 0, 2 * 9e6, 5e6));
    }
    assertThat(demand.visitNanos()).isCloseTo(13e6, within(0.1e6));
    assertThat(demand.unpaidProcessors()).isLessThan(0.01);
  }

  @Test
  void aReturningVisitIsNeverDearerThanANewOne() {
    assertThat(demand.returningVisitNanos()).isEqualTo(11e6);
    MeterSnapshot dear = Snapshots.mixed(0, 2, 0, 0);
    for (int i = 0; i < TICKS_PER_SECOND; i++) {
      demand.add(dear);
      assertThat(demand.returningVisitNanos()).isLessThanOrEqualTo(demand.visitNanos());
    }
  }

  /** One request at once, 8 more on average, exponential gaps; worst ratio in the window. */
  private void simulate(double think, DoubleUnaryOperator visitsPerSecond, double from, double to) {
    Random random = new Random(7);
    int ticks = (int) (to * TICKS_PER_SECOND);
    double[] requests = new double[ticks + 1];
    double[] ages = new double[ticks + 1];
    for (int tick = 0; tick < ticks; tick++) {
      double second = tick / (double) TICKS_PER_SECOND;
      int begun = poisson(random, visitsPerSecond.applyAsDouble(second) / TICKS_PER_SECOND);
      for (int v = 0; v < begun; v++) {
        visit(random, think, tick, requests, ages);
      }
      double age = requests[tick] == 0 ? 0 : ages[tick] / requests[tick];
      demand.add(Snapshots.visits(begun, requests[tick] * REQUEST_NANOS, requests[tick], age, 0));
      if (second >= from) {
        double ratio = demand.visitNanos() / 17.5e6;
        worst = Math.abs(Math.log(ratio)) > Math.abs(Math.log(worst)) ? ratio : worst;
      }
    }
  }

  private static void visit(
      Random random, double think, int tick, double[] requests, double[] ages) {
    double age = 0;
    int at = tick;
    do {
      requests[at]++;
      ages[at] += age * 1e9;
      age += -think * Math.log(1 - random.nextDouble());
      at = tick + (int) (age * TICKS_PER_SECOND);
    } while (random.nextDouble() >= 1.0 / 9 && at < requests.length);
  }

  private static int poisson(Random random, double mean) {
    int n = 0;
    for (double p = random.nextDouble(); p > Math.exp(-mean); p *= random.nextDouble()) {
      n++;
    }
    return n;
  }
}
