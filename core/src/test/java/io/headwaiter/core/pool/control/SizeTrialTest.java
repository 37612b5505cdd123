package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two thousand changes for each fraction; the trial must find a loss of 2 %. */
@Tag("once")
class SizeTrialTest {
  private static final int CHANGES = 2000;
  private static final double LOSS_MIN = 0.02;
  private static final int INTERVALS_MIN = 10;

  /** Random errors of the rates of intervals, with a correlation of neighbours. */
  private static final class Noise {
    private final SplittableRandom dice;
    private final double deviation;
    private final double correlation;
    private double last;

    Noise(long seed, double deviation, double correlation) {
      dice = new SplittableRandom(seed);
      this.deviation = deviation;
      this.correlation = correlation;
    }

    double next() {
      double fresh = Math.sqrt(1 - correlation * correlation) * deviation * dice.nextGaussian();
      last = correlation * last + fresh;
      return last;
    }
  }

  private static SizeTrial.Interval full(double x) {
    return new SizeTrial.Interval(x, /* offered= */ 0.3, /* full= */ true);
  }

  private static List<SizeTrial.Interval> before(Noise noise) {
    List<SizeTrial.Interval> before = new ArrayList<>();
    while (!SizeTrial.isEnough(before, LOSS_MIN, INTERVALS_MIN)) {
      before.add(full(noise.next()));
    }
    return before;
  }

  /** The results of many changes with the same loss. */
  private record Outcome(double harms, double intervals) {}

  private static Outcome changes(double loss, double deviation, double correlation) {
    int harms = 0;
    double intervals = 0;
    Noise noise = new Noise(1, deviation, correlation);
    for (int i = 0; i < CHANGES; i++) {
      SizeTrial trial = new SizeTrial(before(noise), LOSS_MIN, INTERVALS_MIN);
      SizeTrial.Verdict verdict = SizeTrial.Verdict.OPEN;
      while (verdict == SizeTrial.Verdict.OPEN) {
        verdict = trial.add(full(noise.next() - loss));
        intervals++;
      }
      harms += verdict == SizeTrial.Verdict.HARM ? 1 : 0;
    }
    return new Outcome((double) harms / CHANGES, intervals / CHANGES);
  }

  /** Measured: 0.000, 0.007, 0.018. */
  @Test
  void neutralChangesRarelyCountAsHarm() {
    for (double deviation : new double[] {0.01, 0.03, 0.06}) {
      assertThat(changes(0, deviation, 0).harms()).as("%s", deviation).isLessThan(0.03);
    }
  }

  @Test
  void improvementsAlmostNeverCountAsHarm() {
    assertThat(changes(-LOSS_MIN, 0.03, 0).harms()).isLessThan(0.001);
  }

  /** Measured: 0.998, 0.992, 1. */
  @Test
  void findsLossOfTwoPercent() {
    for (double deviation : new double[] {0.01, 0.03}) {
      assertThat(changes(LOSS_MIN, deviation, 0).harms()).as("%s", deviation).isGreaterThan(0.95);
    }
    assertThat(changes(0.05, 0.03, 0).harms()).isGreaterThan(0.99);
  }

  /**
   * Correlated intervals tell less. Measured: 0.021 and 0.97; with g = 1 the first is 0.1 or more.
   */
  @Test
  void correlatedIntervalsDoNotCauseFalseVerdicts() {
    assertThat(changes(0, 0.02, 0.5).harms()).isLessThan(0.03);
    assertThat(changes(LOSS_MIN, 0.02, 0.5).harms()).isGreaterThan(0.95);
  }

  @Test
  void findsObviousLossInFewestIntervals() {
    assertThat(changes(0.1, 0.01, 0).intervals()).isEqualTo(INTERVALS_MIN);
  }

  @Test
  void noisierRatesNeedMorePriorIntervals() {
    assertThat(before(new Noise(1, 0.001, 0))).hasSize(INTERVALS_MIN);
    assertThat(before(new Noise(1, 0.03, 0)).size()).isBetween(50, 140); // 94 by the worked number
    assertThat(before(new Noise(1, 0.5, 0))).hasSize(SizeTrial.BEFORE_MAX);
  }

  @Test
  void judgesNothingWithoutPriorIntervals() {
    SizeTrial trial = new SizeTrial(List.of(), LOSS_MIN, INTERVALS_MIN);
    assertThat(trial.isJudged()).isFalse();
    assertThat(trial.add(full(-10))).isEqualTo(SizeTrial.Verdict.NO_HARM);
  }

  private static SizeTrial.Verdict after(SizeTrial trial, double x, double offered) {
    SizeTrial.Verdict verdict = SizeTrial.Verdict.OPEN;
    for (int i = 0; i < 50 && verdict == SizeTrial.Verdict.OPEN; i++) {
      verdict = trial.add(new SizeTrial.Interval(x, offered, x < offered - 0.03));
    }
    return verdict;
  }

  private static SizeTrial idle() {
    return new SizeTrial(
        Collections.nCopies(20, new SizeTrial.Interval(0, 0, /* full= */ false)),
        LOSS_MIN,
        INTERVALS_MIN);
  }

  /** Harm: the server completed the whole load before, and now refuses a part of the same load. */
  @Test
  void findsHarmInServerThatWasNotFull() {
    assertThat(after(idle(), -0.1, 0)).isEqualTo(SizeTrial.Verdict.HARM);
    assertThat(after(idle(), -0.1, 0.3)).isEqualTo(SizeTrial.Verdict.HARM);
    assertThat(after(idle(), -0.3, -0.2)).isEqualTo(SizeTrial.Verdict.HARM);
    assertThat(after(idle(), 0, 0)).isEqualTo(SizeTrial.Verdict.NO_HARM);
    assertThat(after(idle(), 0.1, 0.3)).isEqualTo(SizeTrial.Verdict.NO_HARM);
  }

  private static SizeTrial busy() {
    return new SizeTrial(Collections.nCopies(20, full(0)), LOSS_MIN, INTERVALS_MIN);
  }

  /** A load that falls neither proves nor excuses harm. */
  @Test
  void lowerLoadNeitherLooksHarmfulNorHidesHarm() {
    assertThat(after(busy(), -0.5, -0.5)).isEqualTo(SizeTrial.Verdict.OPEN);
    assertThat(after(busy(), 0, 0)).isEqualTo(SizeTrial.Verdict.OPEN);
    assertThat(after(busy(), -0.8, -0.5)).isEqualTo(SizeTrial.Verdict.HARM);
    assertThat(after(busy(), 0.05, 0.05)).isEqualTo(SizeTrial.Verdict.NO_HARM);
  }

  /**
   * The load is just at the capacity, so half of the intervals are full by chance. The trial must
   * not select those.
   */
  @Test
  void loadNearCapacityRarelyCountsAsHarm() {
    int harms = 0;
    Noise noise = new Noise(3, 0.03, 0);
    for (int i = 0; i < 500; i++) {
      List<SizeTrial.Interval> before = new ArrayList<>();
      for (int k = 0; k < 100; k++) {
        before.add(edge(i % 2 == 0 ? 0.3 : 0, noise.next()));
      }
      SizeTrial trial = new SizeTrial(before, LOSS_MIN, INTERVALS_MIN);
      SizeTrial.Verdict verdict = SizeTrial.Verdict.OPEN;
      for (int k = 0; k < 300 && verdict == SizeTrial.Verdict.OPEN; k++) {
        verdict = trial.add(edge(0, noise.next()));
      }
      harms += verdict == SizeTrial.Verdict.HARM ? 1 : 0;
    }
    assertThat(harms).isLessThanOrEqualTo(10);
  }

  private static SizeTrial.Interval edge(double offered, double capacity) {
    double x = Math.min(offered, capacity);
    return new SizeTrial.Interval(x, offered, x < offered - 0.03);
  }
}
