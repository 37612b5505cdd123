package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Visits with a known demand by age: they begin at a fixed rate, and each uses CPU time at a given
 * rate at each age, without randomness.
 */
class VisitCurveTest {
  private static final double SECOND = 1e9;
  private static final long TICK_NANOS = 50_000_000L;
  private static final double TURN_NANOS = 1.5e6;

  private final VisitCurve curve = new VisitCurve();
  private double seconds;

  /** Runs to this second, with visits a second, turns a second by age, and cost per turn. */
  private void run(double until, double rate, DoubleUnaryOperator turnsByAge, double turnNanos) {
    while (seconds < until) {
      seconds += TICK_NANOS / SECOND;
      begun.add(rate * TICK_NANOS / SECOND);
      double[] turns = new double[VisitWork.BINS];
      for (int tick = 0; tick < begun.size(); tick++) {
        double age = (begun.size() - tick - 0.5) * TICK_NANOS / SECOND;
        int bin = VisitWork.binOf((long) (age * SECOND));
        if (bin >= 0) {
          turns[bin] += begun.get(tick) * turnsByAge.applyAsDouble(age) * TICK_NANOS / SECOND;
        }
      }
      long[] count = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      for (int bin = 0; bin < VisitWork.BINS; bin++) {
        owed[bin] += done * turns[bin];
        count[bin] = (long) owed[bin];
        owed[bin] -= count[bin];
        cpu[bin] = (long) (count[bin] * turnNanos);
      }
      if (firstNanos >= 0) {
        owed[0] += begun.get(begun.size() - 1);
        count[0] = (long) owed[0];
        owed[0] -= count[0];
        cpu[0] = (long) (count[0] * firstNanos);
      }
      curve.add(TICK_NANOS, 1, rate * TICK_NANOS / SECOND, new VisitWork(count, cpu), 1, done < 1);
    }
  }

  // Part of the turns that the server runs; below 1 visits are hindered.
  private double done = 1;
  private final List<Double> begun = new ArrayList<>();
  private final double[] owed = new double[VisitWork.BINS];
  // CPU time of the first turn of each visit; below 0 if there are only those by age.
  private double firstNanos = -1;

  private static double fading(double age) {
    return 1.5 * Math.exp(-age / 6);
  }

  @Test
  void assumesShortVisitAtFirst() {
    assertThat(curve.visitNanos()).isCloseTo(10e6, within(0.1e6));
    assertThat(curve.promisedProcessors(0)).isZero();
    assertThat(curve.isTrusted()).isFalse();
    assertThat(curve.confidence()).isZero();
  }

  /** Ten times what is assumed of a visit at first, while what is usual is not known. */
  @Test
  void visitCostStaysWithinBound() {
    for (double nanosMax : new double[] {0, 20e6}) {
      for (int i = 1; i <= 20; i++) {
        run(seconds + 1, 2, age -> 150, TURN_NANOS);
        curve.bound(nanosMax);
      }
      double most = nanosMax == 0 ? 100e6 : nanosMax;
      assertThat(curve.visitNanos()).isBetween(0.9 * most, 1.1 * most);
    }
  }

  @Test
  void boundForgetsNothingThatFits() {
    run(60, 60, VisitCurveTest::fading, TURN_NANOS);
    double before = curve.visitNanos();
    curve.bound(1.01 * before);
    curve.bound(Double.POSITIVE_INFINITY);
    assertThat(curve.visitNanos()).isEqualTo(before);
  }

  /** 1.5 turns a second fading over 6 s are 9 turns: 13.5 ms. */
  @Test
  void learnsVisitCost() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(0.5e6));
    assertThat(curve.turnsPerVisit()).isCloseTo(9, within(0.4));
    assertThat(curve.ageNanos()).isCloseTo(6e9, within(0.7e9));
    assertThat(curve.ageSpread()).isCloseTo(2, within(0.2));
    assertThat(curve.isTrusted()).isTrue();
    assertThat(curve.confidence()).isGreaterThan(0.95);
    // The need now, and the rest of it in 6 s.
    assertThat(curve.promisedProcessors(0)).isCloseTo(0.675, within(0.03));
    assertThat(curve.promisedProcessors(6e9)).isCloseTo(0.675 / Math.E, within(0.03));
    assertThat(curve.costByNanos(6e9)).isCloseTo(13.5e6 * (1 - 1 / Math.E), within(0.5e6));
  }

  /** Correct while the rate rises, when CPU a second over visits a second is off by half. */
  @Test
  void isCorrectWhileRateRises() {
    run(40, 10, VisitCurveTest::fading, TURN_NANOS);
    run(43, 60, VisitCurveTest::fading, TURN_NANOS);
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(0.7e6));
    assertThat(curve.promisedProcessors(0)).isCloseTo(0.135 + 0.675 * 5 / 6 * 0.47, within(0.05));
  }

  /** A visit of a minute, 10 s after the start: no visit has ended yet. */
  @Test
  void doesNotTreatVisitsUnderWayAsShort() {
    run(10, 50, age -> age < 60 ? 0.15 : 0, TURN_NANOS);
    assertThat(curve.isTrusted()).isFalse();
    // 10 s of it were observed, 2.25 ms; as long again is assumed to come.
    assertThat(curve.visitNanos()).isGreaterThan(3.3e6);
    run(240, 50, age -> age < 60 ? 0.15 : 0, TURN_NANOS);
    assertThat(curve.ageSpread()).isCloseTo(4.0 / 3, within(0.1));
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(0.8e6));
  }

  /** All costs double: within a second the whole curve is twice as high, with slow habits. */
  @Test
  void followsChangeOfAllCostsAtOnce() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    double before = curve.promisedProcessors(0);
    run(61, 50, VisitCurveTest::fading, 2 * TURN_NANOS);
    assertThat(curve.visitNanos()).isCloseTo(27e6, within(1.4e6));
    assertThat(curve.promisedProcessors(0) / before).isCloseTo(2, within(0.1));
    run(160, 50, VisitCurveTest::fading, 2 * TURN_NANOS);
    assertThat(curve.visitNanos()).isCloseTo(27e6, within(1.0e6));
  }

  @Test
  void hourWithoutVisitsKeepsVisitCost() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    run(120, 0, VisitCurveTest::fading, TURN_NANOS);
    for (int i = 0; i < 20 * 3600; i++) {
      curve.add(TICK_NANOS, 1, 0, VisitWork.NONE, 1, false);
    }
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(1e6));
    assertThat(curve.promisedProcessors(0)).isCloseTo(0, within(1e-3));
  }

  @Test
  void dividesUnmeteredCpuTimeAmongTurns() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    for (int i = 0; i < 20; i++) {
      long[] one = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      one[1] = 20;
      cpu[1] = (long) (20 * TURN_NANOS);
      curve.add(TICK_NANOS, 1, 2.5, new VisitWork(one, cpu), 1.5, false);
    }
    assertThat(curve.visitNanos()).isGreaterThan(17e6);
  }

  /** The first pages are cheap; visits that begin together request nothing else for a moment. */
  @Test
  void cheapFirstPagesDoNotLowerVisitCost() {
    firstNanos = 0.1e6;
    run(60, 50, age -> age < 0.3 ? 0 : fading(age), TURN_NANOS);
    nothing(20);
    double before = curve.visitNanos();
    begun.clear();
    for (seconds = 0; seconds < 8; ) {
      run(seconds + TICK_NANOS / SECOND, 50, age -> age < 0.3 ? 0 : fading(age), TURN_NANOS);
      assertThat(curve.visitNanos())
          .as("after %s s", seconds)
          .isCloseTo(before, withinPercentage(10));
    }
  }

  /** All clients leave during their visits and do not return; a minute later others come. */
  @Test
  void recoversAfterAllVisitsVanish() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    for (int i = 0; i < 20 * 60; i++) {
      curve.add(TICK_NANOS, 1, 0, VisitWork.NONE, 1, false);
    }
    begun.clear();
    seconds = 0;
    run(40, 50, VisitCurveTest::fading, TURN_NANOS);
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(1.5e6));
    assertThat(curve.promisedProcessors(0)).isCloseTo(0.675, within(0.07));
  }

  private void nothing(double forSeconds) {
    for (int i = 0; i < forSeconds * SECOND / TICK_NANOS; i++) {
      curve.add(TICK_NANOS, 1, 0, VisitWork.NONE, 1, false);
    }
  }

  private static VisitWork inFirstBin(long turns, double turnNanos) {
    long[] count = new long[VisitWork.BINS];
    long[] cpu = new long[VisitWork.BINS];
    count[0] = turns;
    cpu[0] = (long) (turns * turnNanos);
    return new VisitWork(count, cpu);
  }

  /** The need of visits under way falls by half at once, the cost of a new visit does not. */
  @Test
  void keepsVisitCostWhenAllVisitsVanish() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    double before = curve.promisedProcessors(0);
    nothing(0.5);
    assertThat(curve.promisedProcessors(0) / before).isLessThan(0.55);
    nothing(1.5);
    assertThat(curve.visitNanos()).isCloseTo(13.5e6, within(0.7e6));
  }

  @Test
  void cheapFirstTurnsKeepVisitCost() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    nothing(2);
    for (int i = 0; i < 4; i++) {
      curve.add(TICK_NANOS, 1, 10, inFirstBin(30, TURN_NANOS / 10), 1, false);
    }
    assertThat(curve.visitNanos()).isGreaterThan(11e6);
  }

  /** For a second the server runs half of the turns, and then those that wait. */
  @Test
  void lateTurnsDoNotRaiseVisitCost() {
    run(60, 50, VisitCurveTest::fading, TURN_NANOS);
    done = 0.5;
    run(61, 50, VisitCurveTest::fading, TURN_NANOS);
    // The need does not shrink while the turns are delayed: half a second's turns in 6 s.
    assertThat(curve.promisedProcessors(0)).isBetween(0.675, 0.9);
    done = 1.25;
    double worst = 0;
    for (double until = 61.1; until < 62.4; until += 0.1) {
      run(until, 50, VisitCurveTest::fading, TURN_NANOS);
      worst = Math.max(worst, curve.visitNanos());
    }
    assertThat(worst).isLessThan(14.5e6);
  }
}
